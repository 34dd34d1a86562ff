import { PartedMap, groupParts } from './portions.ts';
import { finerParts, partsOf, type Indexed, type Part } from './lookAlikeParts.ts';

/** Addresses that look alike, too many to compare with each other. */
export interface Crowd {
  /** Equal for all its members. */
  readonly name: string;
  readonly size: number;
}

/**
 * Addresses with a common part that are all compared with each other. More are a crowd: that would be
 * quadratic, and a change can add as many as it likes. A crowd is reported as one, by its size; its
 * anchors are compared with every address all the same.
 */
const maxCompared = 8;

/** Two or more addresses with a common part. */
class Group {
  readonly members = new Set<Indexed>();
  readonly anchors = new Set<Indexed>();

  get isCrowd(): boolean {
    return this.members.size > maxCompared;
  }

  add(indexed: Indexed): void {
    this.members.add(indexed);
    if (indexed.anchors > 0) this.anchors.add(indexed);
  }
}

/** Addresses by what they have in common. */
export class Groups {
  /** Most parts are of one address, and a group for each would take most of the memory. */
  readonly #groups = new PartedMap<string, Indexed | Group>(groupParts);

  /** Yields the addresses to compare with an address that has a part. */
  *compared(part: Part): Generator<Indexed, void> {
    const group = this.#groups.get(part.name);
    if (group === undefined) return;
    if (!(group instanceof Group)) yield group;
    else if (!group.isCrowd) yield* group.members;
    else {
      yield* group.anchors;
      for (const finer of finerParts(part)) yield* this.compared(finer);
    }
  }

  /** Yields the group of a part if it is a crowd that cannot be a coincidence. */
  *crowdsOf(part: Part): Generator<Crowd, void> {
    const { name, isTelling } = part;
    const group = this.#groups.get(name);
    if (!(group instanceof Group) || !group.isCrowd) return;
    if (isTelling) yield { name, size: group.members.size };
    else for (const finer of finerParts(part)) yield* this.crowdsOf(finer);
  }

  add(part: Part, indexed: Indexed): void {
    const known = this.#groups.get(part.name);
    if (known === undefined || known === indexed) {
      this.#groups.set(part.name, indexed);
      return;
    }
    const group = known instanceof Group ? known : new Group();
    if (!(known instanceof Group)) group.add(known);
    this.#groups.set(part.name, group);
    const wasCrowd = group.isCrowd;
    group.add(indexed);
    if (!group.isCrowd || part.rest === '') return;
    // When a group becomes a crowd, its earlier members are split too.
    for (const each of wasCrowd ? [indexed] : group.members) {
      const own = partsOf(each).find(({ name }) => name === part.name);
      for (const finer of own === undefined ? [] : finerParts(own)) this.add(finer, each);
    }
  }

  delete(part: Part, indexed: Indexed): void {
    const group = this.#groups.get(part.name);
    if (group instanceof Group) {
      group.members.delete(indexed);
      group.anchors.delete(indexed);
    }
    if (!(group instanceof Group) || group.members.size === 0) this.#groups.delete(part.name);
    for (const finer of finerParts(part)) {
      if (this.#groups.has(finer.name)) this.delete(finer, indexed);
    }
  }
}
