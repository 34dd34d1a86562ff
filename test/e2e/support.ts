import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { startLoggedService, type LoggedService } from '../support/loggedService.ts';
import type { SampleServiceOptions } from '../../src/sample/commandLine.ts';
import { repository } from '../harness/extension.ts';
import { undrawn } from '../harness/profile.ts';
import { startSession, type Session } from '../harness/session.ts';
import type { Workbench } from '../harness/workbench.ts';

/** The package that users install, as `npm run package` has written it. */
export const [vsix = ''] = globSync(join(repository, 'dist', '*.vsix'));

/** The state after `Try Without an Account`. */
export const sampleMode = { 'mode.json': '{"mode":"sample"}' } as const;

export const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
export const usdt = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
export const dai = '0x6B175474E89094C44Da98b954EedeAC495271d0F';

/** A service that a test file counts calls by. */
export interface Counted {
  readonly service: LoggedService;
  /** The calls that the service has seen, as `POST start 200`. */
  calls(): string[];
}

/** A service of its own and a VS Code, for one test file. */
export interface Stage extends Counted {
  readonly session: Session;
  stop(): Promise<void>;
}

export async function startCounted(options: SampleServiceOptions = {}): Promise<Counted> {
  const service = await startLoggedService({ jobSeconds: 1, ...options });
  return {
    service,
    calls: () =>
      service.log.map(({ method, target, status }) => `${method} ${callOf(target)} ${status}`),
  };
}

export async function setStage(
  options: SampleServiceOptions = {},
  server: NonNullable<Parameters<typeof startSession>[0]> = {},
): Promise<Stage> {
  const counted = await startCounted(options);
  const settings = { ...undrawn, ...server.settings };
  const session = await startSession({ ...server, settings }).catch(async (error: unknown) => {
    await counted.service.close();
    throw error;
  });
  return {
    ...counted,
    session,
    async stop() {
      await session.stop();
      await counted.service.close();
    },
  };
}

function callOf(target: string): string {
  if (target.includes('/summary/')) return 'summary';
  return target.includes('/risk_score/') ? 'start' : 'status';
}

/** How many starts and how many polls the service has seen of an address. */
export function callsOf(stage: Counted, address: string): { starts: number; polls: number } {
  const targets = stage.service.log
    .map(({ method, target }) => `${method} ${decodeURIComponent(target)}`)
    .filter((target) => target.toLowerCase().includes(address.toLowerCase()));
  return {
    starts: targets.filter((target) => target.includes('/risk_score/')).length,
    polls: targets.filter((target) => target.includes('job_id=')).length,
  };
}

export interface Answers {
  readonly url: string;
  readonly tenant: string;
  readonly apiKey: string;
  readonly hover?: 'Automatically' | 'Ask first' | 'Never';
}

/** Signs in as a person does, by the prompts in their order. */
export async function signIn(workbench: Workbench, answers: Answers): Promise<void> {
  await workbench.runCommand('Address Risk: Sign In…');
  await workbench.answer(/URL of the service/, answers.url);
  await workbench.answer(/Tenant ID/, answers.tenant);
  await workbench.answer(/API key/, answers.apiKey);
  await workbench.choose(/When should hovers fetch summaries/, answers.hover ?? 'Automatically');
  await workbench.notification('Signed in').text();
}

/** As a person does, who confirms it. */
export async function signOut(workbench: Workbench): Promise<void> {
  await workbench.runCommand('Address Risk: Sign Out');
  assert.match(await workbench.dialog(), /Sign out of http/);
  await workbench.clickInDialog('Sign Out');
  await workbench.notification('Signed out').text();
}

export function answersFor(service: LoggedService): Answers {
  return { url: service.url, tenant: service.tenant, apiKey: service.apiKey };
}

/** Confirms the network that is only assumed, as Enter does. */
export async function confirmAssumed(workbench: Workbench): Promise<void> {
  const { picks } = await workbench.choose(/Which one do you mean/, 'Ethereum');
  assert.deepEqual(picks.slice(0, 2), ['Ethereum', 'Always in This Workspace']);
}

/** Looks an address up from the palette; the report opens, unless its network is only assumed. */
export async function lookUp(workbench: Workbench, address: string): Promise<void> {
  const about = /An EVM address/;
  await workbench.ask('Address Risk: Look Up Address…', about);
  await workbench.answer(about, address);
}
