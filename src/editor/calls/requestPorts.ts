import type { ChainReading } from '../../evidence/reasons.ts';
import type { Aggregator } from '../../api/parameters.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Gesture } from '../../lookups/gesture.ts';
import type { Subject } from '../documents/subject.ts';
import type { Session } from '../session/session.ts';
import type { Shell } from '../shell/shell.ts';
import type { Activity } from './activity.ts';

/** What every request uses. */
export interface RequestPorts {
  readonly session: Pick<Session, 'identity'>;
  readonly openEngine: () => Promise<Engine>;
  readonly activity: Activity;
  readonly shell: Shell;
  /** Who an address is, for notifications; known once the rooms of addresses are open. */
  readonly nameOf?: (subject: Subject) => string | undefined;
}

/** A score that a command or a button requests. */
export interface ScoreRequest {
  readonly subject: Subject;
  /** What names its network, if that is known; the progress says it. */
  readonly reading?: ChainReading | undefined;
  readonly aggregator: Aggregator;
  readonly gesture: Gesture;
  /** The account that the user chose this for; undefined if no question came before. */
  readonly onlyFor?: string | undefined;
  /** Makes a new start even if a stored score is fresh. */
  readonly isRepeat?: boolean;
  /** Stops waiting, as Cancel in the notification does. The job stays. */
  readonly signal?: AbortSignal;
  /** Called once there is a score or a job; not if the start was rejected. */
  readonly onAccepted?: () => void;
}
