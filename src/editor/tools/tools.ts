import * as vscode from 'vscode';
import type { ToolName } from '../../manifest.ts';
import { toolErrorText, type ToolWork } from '../../agents/toolResult.ts';
import { faultSentence } from '../../messages/message.ts';
import type { Services } from '../services.ts';
import type { Log } from '../shell/log.ts';
import { findAddressesTool } from './findAddresses.ts';
import { lookUpTool, scoreTool } from './paidTools.ts';

/** A tool as VS Code calls it. */
interface Tool {
  prepareInvocation(
    options: Pick<vscode.LanguageModelToolInvocationPrepareOptions<unknown>, 'input'>,
  ): Promise<vscode.PreparedToolInvocation>;
  invoke(
    options: Pick<vscode.LanguageModelToolInvocationOptions<unknown>, 'input'>,
    token: vscode.CancellationToken,
  ): Promise<vscode.LanguageModelToolResult>;
}

export type Tools = Readonly<Record<ToolName, Tool>>;

/** What agents can call. The entry registers them, because VS Code may call one at activation. */
export function createTools({
  books,
  calls,
  documents,
  shell: { log },
}: Pick<Services, 'books' | 'calls' | 'documents'> & {
  readonly shell: Pick<Services['shell'], 'log'>;
}): Tools {
  const paid = { calls, choices: documents.choices };
  return {
    findAddresses: toolOf(findAddressesTool({ books, calls, documents }), log),
    lookUp: toolOf(lookUpTool(paid), log),
    scoreRisk: toolOf(scoreTool(paid), log),
  };
}

function toolOf(work: ToolWork, log: Log): Tool {
  return {
    async prepareInvocation({ input }) {
      const { progress, question } = await work.prepare(input);
      return {
        invocationMessage: literally(progress),
        ...(question !== undefined && {
          confirmationMessages: { title: question.title, message: literally(question.text) },
        }),
      };
    },

    async invoke({ input }, token) {
      const abort = new AbortController();
      const watch = token.onCancellationRequested(() => abort.abort());
      if (token.isCancellationRequested) abort.abort();
      let text: string;
      try {
        text = await work.run(input, abort.signal);
      } catch (error) {
        log.fault('tool', error);
        text = toolErrorText(false, { kind: 'fault', message: faultSentence().text });
      } finally {
        watch.dispose();
      }
      return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
    },
  };
}

/** VS Code reads a plain string as Markdown, and evidence quotes a file. */
function literally(text: string): vscode.MarkdownString {
  return new vscode.MarkdownString().appendText(text);
}
