import { reservedName, type PaidOutcome } from './reserve.ts';
import type { ResultHead, Store, StoredResult } from './store.ts';

/** What has reached the reserve of this window and not the ledger yet, by the name of its file. */
export type Unsaved = Map<string, PaidOutcome>;

/** What is stored, with what only the reserve of this window holds. */
export function withUnsaved(store: Store, unsaved: Unsaved) {
  const results = (): StoredResult[] =>
    [...unsaved.values()].flatMap(({ result }) => (result === undefined ? [] : [result]));
  const heads = (isMeant: (head: ResultHead) => boolean, stored: readonly ResultHead[]) => {
    const own = results().filter(isMeant);
    const isReplaced = (head: ResultHead): boolean => own.some((each) => isSamePart(each, head));
    return [...own, ...stored.filter((head) => !isReplaced(head))].sort(
      (one, other) => other.receivedAt - one.receivedAt,
    );
  };

  return {
    readResult: (key, part) =>
      results().find((result) => isSamePart(result, { ...key, part })) ??
      store.readResult(key, part),
    listResultsOf: (account, addresses) =>
      heads(
        (head) => head.account === account && addresses.includes(head.address),
        store.listResultsOf(account, addresses),
      ),
    listResults: (account, limit) =>
      heads((head) => head.account === account, store.listResults(account, limit)).slice(0, limit),
    readJob(id) {
      const row = store.readJob(id);
      const outcome = unsaved.get(reservedName({ kind: 'start', job: { id } }));
      if (row === null || outcome?.kind !== 'start') return row;
      return { ...row, ...outcome.change };
    },
  } satisfies Partial<Store>;
}

function isSamePart(one: Omit<ResultHead, 'receivedAt'>, other: Omit<ResultHead, 'receivedAt'>) {
  return (
    one.account === other.account &&
    one.chain === other.chain &&
    one.address === other.address &&
    one.part === other.part
  );
}
