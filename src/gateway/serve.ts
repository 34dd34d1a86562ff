import { join } from 'node:path';
import { createUndiciTransport } from '../api/undiciTransport.ts';
import { UsageError } from '../options/usageError.ts';
import { startSampleService, type SampleService } from '../sample/server.ts';
import { assemble } from './assemble.ts';
import { adminAnswer, listen, memberAnswer } from './http/server.ts';
import type { Log } from './log.ts';
import { isLoopbackHost, type ServeOptions } from './serveOptions.ts';
import type { GatewayStorage, StorageOptions } from './storage.ts';
import type { UpstreamOptions } from './upstream.ts';
import { watchFiles } from './watchedFiles.ts';
import { mkdirSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { faultOf } from '../ledger/faults.ts';
import { StoreProblem } from './storeProblem.ts';

export interface RunningGateway {
  readonly url: string;
  /** Undefined without a port for those who run it. */
  readonly adminUrl: string | undefined;
  /** Reads the secrets and the certificate again. */
  reload(): void;
  /**
   * Takes no new requests and lets those in progress end: nothing that costs is cut off. Jobs stay as
   * they are for another process, or for the next start.
   */
  close(): Promise<void>;
}

/** @throws {UsageError} if the address cannot be listened on */
export async function serve(
  options: ServeOptions,
  storage: GatewayStorage,
  log: Log,
): Promise<RunningGateway> {
  const unlock = lockOf(options.storage);
  const sample = options.upstream === undefined ? await startSample(options) : undefined;
  const upstream = options.upstream ?? sample?.upstream;
  if (upstream === undefined) throw new Error('There is no service behind the gateway.');
  const transport = createUndiciTransport();
  const life = new AbortController();
  const assembly = assemble(options, storage, log, {
    upstream,
    transport,
    signal: life.signal,
  });
  const { gateway, scores, upkeep, outbox, handler, sideRoutes, useKey } = assembly;
  const secrets = watchFiles({
    event: 'key',
    initial: upstream,
    read: options.readUpstream ?? (() => upstream),
    log,
    use({ base, credentials }) {
      if (base !== upstream.base || credentials.tenantId !== upstream.credentials.tenantId) {
        throw new UsageError('Another URL or tenant needs a restart.');
      }
      useKey(credentials);
      return {};
    },
  });
  const watched = [secrets];
  const end = async (): Promise<void> => {
    upkeep.stop();
    for (const each of watched) each.stop();
    await gateway.ended();
    life.abort();
    await scores.leave();
    await outbox.close();
    await transport.finish();
    await sample?.service.close();
    unlock();
  };
  try {
    const { listening: main, admin } = options;
    const { onFault } = handler;
    const listening = await listen(main, memberAnswer(handler, sideRoutes), onFault);
    const isLocal = admin !== undefined && isLoopbackHost(admin.host);
    const watching = admin && (await listen(admin, adminAnswer(sideRoutes, isLocal), onFault));
    upkeep.start();
    const { readTls, readUpstream } = options;
    // Credentials of the environment cannot change.
    if (readUpstream !== undefined) secrets.start();
    if (main.tls !== undefined && readTls !== undefined) {
      const certificate = watchFiles({
        event: 'certificate',
        initial: main.tls,
        read: readTls,
        log,
        use: (tls) => ({ until: listening.useCertificate(tls) }),
      });
      certificate.start();
      watched.push(certificate);
    }
    return {
      url: listening.url,
      adminUrl: watching?.url,
      reload: () => watched.forEach((each) => each.reload()),
      async close() {
        await listening.close();
        await end();
        await watching?.close();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/** PostgreSQL is there for several gateways, and files for one. */
function lockOf({ databaseUrl, data }: StorageOptions): () => void {
  return databaseUrl === undefined && data !== undefined ? lockFolder(data) : () => undefined;
}

async function startSample({
  storage,
}: ServeOptions): Promise<{ service: SampleService; upstream: UpstreamOptions }> {
  const data = storage.data === undefined ? undefined : join(storage.data, 'sample');
  const service = await startSampleService({ data });
  const { url, tenant, apiKey } = service;
  const credentials = { tenantId: tenant, apiKey };
  return { service, upstream: { base: url, origin: url, credentials, isSample: true } };
}

/**
 * Keeps a folder for one gateway. The lock is SQLite's: the system releases it with the process, even
 * if that is killed.
 * @returns what releases it
 */
function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true });
  const lock = new DatabaseSync(join(folder, 'gateway.lock'));
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (faultOf(error) !== 'busy') throw error;
    const text = `Another gateway runs on ${folder}. Stop it first, or use PostgreSQL, which several share.`;
    throw new StoreProblem('busy', text);
  }
  return () => lock.close();
}
