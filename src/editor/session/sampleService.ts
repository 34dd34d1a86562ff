import { join } from 'node:path';
import type { ExtensionContext } from 'vscode';
import type { attachSampleService } from '../../sample/attach.ts';

/** Finds or starts the user's one sample service; VS Code's own Node runs it. */
export async function attachSample(
  context: ExtensionContext,
): ReturnType<typeof attachSampleService> {
  const sample = await import('../../sample/attach.ts');
  return sample.attachSampleService({
    dataDir: join(context.globalStorageUri.fsPath, 'sample'),
    entry: context.asAbsolutePath('dist/sample-service.cjs'),
    execPath: process.execPath,
  });
}
