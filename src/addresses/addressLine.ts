import { canonicalOf, type Occurrence } from './occurrence.ts';
import { problemOf } from './problem.ts';

/** The addresses of one line. */
export class AddressLine {
  /** Offsets count from the start of the line. */
  readonly addresses: readonly Occurrence[];
  #canonicals: readonly string[] | undefined;
  #wrong: readonly Occurrence[] | undefined;
  #firstUsable: { readonly address: Occurrence | undefined } | undefined;

  constructor(addresses: readonly Occurrence[]) {
    this.addresses = addresses;
  }

  /** The canonical spelling of each address. Keccak is slow, so it is computed once. */
  get canonicals(): readonly string[] {
    return (this.#canonicals ??= this.addresses.map(canonicalOf));
  }

  /** Addresses whose checksum fails every rule. Computed once too. */
  get wrong(): readonly Occurrence[] {
    return (this.#wrong ??= this.addresses.filter(isWrong));
  }

  /** The first address that is neither a placeholder nor has an invalid checksum. */
  get firstUsable(): Occurrence | undefined {
    // Not from `wrong`: it computes all checksums, and a line may have tens of thousands.
    this.#firstUsable ??= {
      address: this.addresses.find((address) => problemOf(address) === undefined),
    };
    return this.#firstUsable.address;
  }
}

function isWrong(address: Occurrence): boolean {
  return problemOf(address)?.kind === 'checksum';
}

/** Lines without any share it. */
export const noAddresses = new AddressLine([]);

/**
 * Returns a scanned line. An edit re-reads a thousand lines, most of them unchanged, so results of
 * an equal line are reused.
 * @param before the line from the previous scan
 */
export function lineWith(
  addresses: readonly Occurrence[],
  before: AddressLine | null | undefined,
): AddressLine {
  if (addresses.length === 0) return noAddresses;
  const isSame =
    addresses.length === before?.addresses.length &&
    addresses.every((address, index) => isSameAddress(address, before.addresses[index]));
  return isSame ? before : new AddressLine(addresses);
}

function isSameAddress(one: Occurrence, other: Occurrence | undefined): boolean {
  return (
    one.text === other?.text &&
    one.offset === other.offset &&
    one.length === other.length &&
    one.family === other.family &&
    one.form === other.form &&
    one.placeholder === other.placeholder &&
    one.network === other.network
  );
}
