import type { Aggregator } from '../../api/parameters.ts';
import type { AddressTable } from '../../folder/addressTable.ts';
import { portionsOf } from '../../book/portionsOf.ts';
import { subjectName } from '../../ledger/subjectKey.ts';
import type { SubjectKey } from '../../ledger/store.ts';
import type { StoredState } from '../../lookups/reports.ts';
import type { Calls } from '../calls/register.ts';

/** Addresses in one message to the engine. */
const batch = 2_000;

/** What is stored for an address of the inventory; undefined without a score. */
export interface StoredHead {
  readonly id: number;
  readonly stored: { readonly subject: SubjectKey; readonly heads: StoredState } | undefined;
}

/** Reads what is stored for addresses, some at a time. Costs nothing. */
export async function* storedHeads(
  ids: Iterable<number>,
  addresses: AddressTable,
  from: {
    readonly account: string;
    readonly aggregator: Aggregator;
    readonly openEngine: Calls['openEngine'];
  },
): AsyncGenerator<StoredHead, void> {
  const { account } = from;
  for (const some of portionsOf(ids, batch)) {
    const engine = await from.openEngine();
    const texts = [...new Set(some.map((id) => addresses.addressOf(id)))];
    const scored = new Set(
      (await engine.listScored(account, texts, from.aggregator)).map(({ address, chain }) =>
        subjectName({ address, chain }),
      ),
    );
    const subjects = some.map((id) => {
      const [address, chain] = [addresses.addressOf(id), addresses.networkOf(id)];
      const isScored = chain !== null && scored.has(subjectName({ address, chain }));
      return { id, subject: isScored ? { account, address, chain } : undefined };
    });
    const keys = subjects.flatMap(({ subject }) => subject ?? []);
    const heads = (await engine.readStored(keys)).values();
    for (const { id, subject } of subjects) {
      const head = subject && heads.next().value;
      yield { id, stored: subject && head && { subject, heads: head } };
    }
  }
}
