import './support/vscode.ts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LogOutputChannel } from 'vscode';
import { keys } from '../../detection/keys.ts';

const { createLog } = await import('../../../src/editor/shell/shell.ts');

function logInto(lines: string[]) {
  const keep = (text: string) => void lines.push(text);
  return createLog({
    info: keep,
    error: keep,
    show: () => undefined,
  } as unknown as LogOutputChannel);
}

describe('the log entry of a fault', () => {
  it('shows its location and nothing of its message', () => {
    const lines: string[] = [];
    const log = logInto(lines);
    log.fault('summary', new TypeError('a message'));
    assert.match(lines[0] ?? '', /^summary: TypeError at .*log\.test\.ts:\d+/);
    for (const { text } of keys) {
      const faults = [text, new Error(text), new Error(`no place\n    at ${text}`)];
      const changed = ['another', '', 'a'].map((message) =>
        Object.assign(new Error(`${text} a`), { message }),
      );
      for (const fault of [...faults, ...changed, Object.assign(new Error(), { cause: text })]) {
        log.fault('summary', fault);
      }
    }
    assert.equal(lines.length, 1 + keys.length * 7);
    for (const { name, text } of keys) {
      assert.ok(!lines.some((line) => line.includes(text.slice(0, 12))), name);
    }
  });

  it('is read from a stack as VS Code writes it, with tabs', () => {
    const lines: string[] = [];
    const fault = new TypeError('a message');
    fault.stack = fault.stack?.replaceAll('\n    at ', '\n\tat ') ?? '';
    logInto(lines).fault('summary', fault);
    assert.match(lines[0] ?? '', /^summary: TypeError at .*log\.test\.ts:\d+/);
  });
});

describe('the log entry of a call', () => {
  it('names the request as the gateway’s log does', () => {
    const lines: string[] = [];
    const log = logInto(lines);
    const requestId = '3a834fb5-1f0a-40df-ab57-323e71062d57';
    const call = { kind: 'call', endpoint: 'summary', elapsedMs: 12 } as const;
    const failure = { kind: 'callsUsedUp', wasSent: true, status: 402, code: undefined } as const;
    log.call({ ...call, failure: undefined, requestId });
    log.call({ ...call, failure, requestId });
    log.call({ ...call, failure: undefined, requestId: undefined });
    assert.deepEqual(lines, [
      `summary: responded in 12 ms, request ${requestId}`,
      `summary: callsUsedUp, status 402, sent, 12 ms, request ${requestId}`,
      'summary: responded in 12 ms',
    ]);
  });
});
