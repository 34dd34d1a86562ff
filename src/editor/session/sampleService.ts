import { join } from 'node:path';
import type { ExtensionContext } from 'vscode';
import type { Connection } from '../../engine/engine.ts';
import type { attachSampleService } from '../../sample/attach.ts';

type AttachedService = Awaited<ReturnType<typeof attachSampleService>>;

/** Finds or starts the user's one sample service; VS Code's own Node runs it. */
export async function attachSample(context: ExtensionContext): Promise<AttachedService> {
  const sample = await import('../../sample/attach.ts');
  return sample.attachSampleService({
    dataDir: join(context.globalStorageUri.fsPath, 'sample'),
    entry: context.asAbsolutePath('dist/sample-service.cjs'),
    execPath: process.execPath,
  });
}

/** The way to the sample service, found on first use and again once it was lost. */
export class SampleLink {
  readonly #attach: () => Promise<AttachedService>;
  #attached: Promise<AttachedService> | undefined;

  constructor(attach: () => Promise<AttachedService>) {
    this.#attach = attach;
  }

  /** @throws if the service cannot be started; the next call tries again */
  async connection(): Promise<Connection> {
    this.#attached ??= this.#find();
    const { baseUrl, tenantId, apiKey } = await this.#attached;
    return { base: baseUrl, tenantId, apiKey };
  }

  dispose(): void {
    this.#attached?.then((service) => service.dispose()).catch(() => undefined);
  }

  async #find(): Promise<AttachedService> {
    try {
      const service = await this.#attach();
      service.onLost(() => {
        this.#attached = undefined;
      });
      return service;
    } catch (error) {
      this.#attached = undefined;
      throw error;
    }
  }
}
