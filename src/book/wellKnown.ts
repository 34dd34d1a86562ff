import { documentedContracts } from './wellKnownTable.ts';

/** A contract that many projects use, and where it is documented. */
interface WellKnown {
  readonly name: string;
  readonly network: string;
  readonly source: { readonly kind: 'wellKnown'; readonly documented: string };
}

let byAddress: ReadonlyMap<string, readonly WellKnown[]> | undefined;

/** @param address an EVM address in lower case */
export function wellKnownAt(address: string): readonly WellKnown[] {
  byAddress ??= readTable();
  return byAddress.get(address) ?? [];
}

function readTable(): ReadonlyMap<string, readonly WellKnown[]> {
  const rows = documentedContracts.flatMap(({ documented, contracts }) =>
    contracts.flatMap(([address, name, networks]) =>
      networks.split(' ').map((network) => {
        const source = { kind: 'wellKnown', documented } as const;
        return { address, known: { name, network, source } };
      }),
    ),
  );
  const groups = Map.groupBy(rows, ({ address }) => address);
  return new Map([...groups].map(([address, group]) => [address, group.map(({ known }) => known)]));
}
