import { serviceQuestion } from '../../words/account.ts';
import { dialogs } from '../shell/dialogs.ts';
import type { ModeFile } from '../../paths/modeFile.ts';
import type { Identity } from './identity.ts';
import type { Session } from './session.ts';

/** Asks which service to use if that cannot be read. No paid call is made before. */
export interface ServiceChoice {
  /** Asks unless it is decided. Concurrent callers share one question. */
  chooseService(): Promise<void>;
  /** The same for a hover: asks once per window, and the hover does not wait for the answer. */
  offerServiceChoice(identity: Identity): Promise<void>;
}

export function createServiceChoice({
  session,
  mode,
}: {
  readonly session: Session;
  readonly mode: Pick<ModeFile, 'save'>;
}): ServiceChoice {
  let asking: Promise<void> | undefined;
  let wasOffered = false;

  async function ask(origin: string): Promise<void> {
    const [service, sample] = [serviceQuestion.service(origin), serviceQuestion.sample()];
    const answer = await dialogs.ask(
      serviceQuestion.text(),
      serviceQuestion.detail(origin),
      service,
      sample,
    );
    if (answer === undefined) return;
    await mode.save(answer === sample ? 'sample' : 'service');
    session.refresh();
  }

  function askOnce(origin: string): Promise<void> {
    asking ??= ask(origin).finally(() => {
      asking = undefined;
    });
    return asking;
  }

  return {
    async chooseService() {
      const identity = await session.identity();
      if (identity.kind === 'undecided') await askOnce(identity.origin);
    },
    async offerServiceChoice(identity) {
      if (identity.kind !== 'undecided' || wasOffered) return;
      wasOffered = true;
      await askOnce(identity.origin);
    },
  };
}
