import type { SubjectKey } from '../../ledger/store.ts';
import type { AccountRef, Engine, SummaryEnd } from '../../engine/engine.ts';
import type { SummarySource } from '../../lookups/summaries.ts';
import { otherAccountSentence } from '../../words/account.ts';
import { usageText } from '../../words/usage.ts';
import type { Subject } from '../documents/subject.ts';
import { isSignedIn } from '../session/identity.ts';
import type { RequestPorts } from './requestPorts.ts';

/** Logs today's usage whenever it has changed. */
export type NoteUsage = (engine: Engine, account: AccountRef) => Promise<void>;

/** @param note writes one line of the log */
export function usageNotes(note: (text: string) => void): NoteUsage {
  let last = '';
  return async (engine, account) => {
    const text = usageText(await engine.readUsage(account.key));
    if (text !== last) note(text);
    last = text;
  };
}

interface SummaryWish {
  readonly subject: Subject;
  readonly source: SummarySource;
  /** The account that the user chose this for; undefined if no question came before. */
  readonly onlyFor: string | undefined;
}

/** Requests a summary, and keeps the surfaces up to date meanwhile. */
export async function lookUp(
  wish: SummaryWish,
  ports: RequestPorts,
  noteUsage: NoteUsage,
): Promise<SummaryEnd | undefined> {
  const { subject, source, onlyFor } = wish;
  const { session, openEngine, activity, shell } = ports;
  const { notifier, log } = shell;
  const identity = await session.identity();
  if (!isSignedIn(identity)) {
    if (source !== 'hover' && source !== 'score') notifier.signedOut(identity);
    return undefined;
  }
  if (onlyFor !== undefined && identity.key !== onlyFor) {
    // A batch says so once, with its count.
    if (source === 'command') {
      notifier.warn(otherAccountSentence(), () => {
        lookUp({ ...wish, onlyFor: identity.key }, ports, noteUsage).catch((error: unknown) =>
          log.fault('summary', error),
        );
      });
    }
    return undefined;
  }
  const engine = await openEngine();
  const key: SubjectKey = { account: identity.key, ...subject };
  activity.changeSummary(key, { isFetching: true, problem: undefined });
  try {
    const end = await engine.lookUp({ account: identity, subject, source });
    activity.changeSummary(key, { isFetching: false, problem: problemOf(end) });
    if (end.kind === 'failed') notifier.credentialRefused(identity, end.failure);
    await noteUsage(engine, identity);
    return end;
  } catch (error) {
    activity.changeSummary(key, { isFetching: false, problem: undefined });
    throw error;
  }
}

function problemOf(end: SummaryEnd) {
  switch (end.kind) {
    case 'value':
      return undefined;
    case 'refused':
      return end.refusal;
    case 'failed':
      return end.failure;
  }
}
