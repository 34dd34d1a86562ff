import { deniedTextText } from '../messages/denials.ts';
import { bookFile } from '../book/book.ts';
import type { BookFinding } from './bookFindings.ts';
import type { DeniedText } from './readFolder.ts';
import { findingOf, type Finding } from './findings.ts';
import type { Root } from './folderFiles.ts';
import type { Skipped } from './list.ts';
import type { Judged, Judgment } from './judge.ts';
import { findingTexts } from '../messages/findings.ts';
import type { Policy, Rule, Severity } from './policy.ts';

/** Where a text is that a deny list has and that is no address. It is not repeated. */
export interface DeniedPlace {
  readonly path: string;
  readonly line: number;
  readonly messages: readonly string[];
}

/** Weighs what is said of addresses and books by the policy, and counts it. */
export class WeighedFindings {
  readonly all: Finding[] = [];
  readonly counts = new Map<Rule, number>();
  readonly broken = new Map<Judged, readonly Judgment[]>();
  readonly deniedTexts: DeniedPlace[] = [];
  readonly #prefix: string;
  readonly #paths: readonly string[];
  readonly #policy: Policy;

  constructor({ prefix }: Root, { paths }: { readonly paths: readonly string[] }, policy: Policy) {
    this.#prefix = prefix;
    this.#paths = paths;
    this.#policy = policy;
  }

  addOfBook({ path, line, message, isProblem }: BookFinding, state: Finding['state']): void {
    this.#count('book');
    const level = isProblem ? this.#policy.severities.get('book') : 'warning';
    if (level === undefined) return;
    this.all.push(
      findingOf({
        ...{ rule: 'book', level, path: this.#prefix + path, line, column: 1, length: 0 },
        ...{ address: null, network: null, message, state },
      }),
    );
  }

  addUnread({ path, reason }: Skipped): void {
    if (!this.#isWanted(path)) return;
    this.#count('unread');
    const level = this.#policy.severities.get('unread');
    if (level === undefined) return;
    this.all.push(
      findingOf({
        ...{ rule: 'unread', level, path: this.#prefix + path, line: 1, column: 1, length: 0 },
        ...{ address: null, network: null, message: findingTexts.unread(reason), state: 'new' },
      }),
    );
  }

  addDenied({ path, line, column, length, denials, isChanged }: DeniedText): void {
    if (!this.#isWanted(path)) return;
    const messages: string[] = [];
    for (const denial of denials) {
      // A row of its own list, or text of a book that the base revision has.
      if (denial.path === path || (path === bookFile && !isChanged)) continue;
      messages.push(deniedTextText(denial));
      const level = this.#policy.severities.get('deny');
      if (level === undefined) continue;
      this.all.push(
        findingOf({
          ...{ rule: 'deny', level, path: this.#prefix + path, line, column, length },
          ...{ address: null, network: null, message: deniedTextText(denial), state: 'unchanged' },
          detail: `${denial.list} ${denial.path}`,
        }),
      );
    }
    if (messages.length === 0) return;
    this.#count('deny');
    this.deniedTexts.push({ path: this.#prefix + path, line, messages });
  }

  /** Counts an address once for each rule, however many lists have it. */
  add(judged: Judged, judgments: readonly Judgment[]): void {
    const broken = judgments.filter((judgment) => this.#add(judged, judgment));
    if (broken.length > 0) this.broken.set(judged, broken);
    for (const rule of new Set(broken.map((each) => each.rule))) this.#count(rule);
  }

  /** @returns whether it counts anywhere */
  #add({ address, isNew }: Judged, judgment: Judgment): boolean {
    const { rule, message, detail, countsAt } = judgment;
    const places = address.places.filter((place) => this.#isWanted(place.path) && countsAt(place));
    if (places.length === 0) return false;
    const level: Severity | undefined = judgment.level ?? this.#policy.severities.get(rule);
    if (level === undefined) return true;
    const { network } = address;
    const spelled = address.isChecksumWrong ? address.text : address.canonical;
    for (const { path, line, column, length, count, isHidden } of places) {
      const sentences = [
        ...(isHidden ? [message, findingTexts.hidden()] : [message, findingTexts.network(network)]),
        findingTexts.places(count),
      ];
      this.all.push(
        findingOf({
          ...{ rule, level, path: this.#prefix + path, line, column, length },
          ...{ address: isHidden ? null : spelled, network: isHidden ? null : network },
          ...{ state: isNew ? 'new' : 'unchanged' },
          // Its hash tells apart two texts that are not repeated.
          ...((detail !== undefined || isHidden) && {
            detail: [detail, ...(isHidden ? [spelled] : [])].join(' '),
          }),
          message: sentences.filter((sentence) => sentence !== '').join(' '),
        }),
      );
    }
    return true;
  }

  #isWanted(path: string): boolean {
    const paths = this.#paths;
    return paths.length === 0 || paths.some((each) => path === each || path.startsWith(`${each}/`));
  }

  #count(rule: Rule): void {
    this.counts.set(rule, (this.counts.get(rule) ?? 0) + 1);
  }
}
