import type { AnsweredRequest } from '../../src/sample/http/handle.ts';
import type { SampleServiceOptions } from '../../src/sample/commandLine.ts';
import { startSampleService, type SampleService, type SideRoute } from '../../src/sample/server.ts';

/** The sample service with every request in the order of responses, for tests that count. */
export interface LoggedService extends SampleService {
  readonly log: readonly AnsweredRequest[];
}

export async function startLoggedService(
  options: SampleServiceOptions = {},
  sideRoute?: SideRoute,
): Promise<LoggedService> {
  const log: AnsweredRequest[] = [];
  const onAnswer = (answered: AnsweredRequest): void => {
    log.push(answered);
  };
  const hooks = { onAnswer, ...(sideRoute && { sideRoute }) };
  return { ...(await startSampleService(options, hooks)), log };
}
