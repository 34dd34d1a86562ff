import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { repository } from '../harness/extension.ts';

interface Step {
  readonly uses?: string;
  readonly run?: string;
}

interface Workflow {
  readonly on: unknown;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly concurrency?: unknown;
  readonly jobs: Readonly<
    Record<string, { readonly 'timeout-minutes'?: number; readonly steps: readonly Step[] }>
  >;
}

const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};

/** Problems with a workflow. */
function faultsOf(text: string): string[] {
  const { on, permissions, concurrency, jobs } = parse(text) as Workflow;
  const all = Object.values(jobs);
  const steps = all.flatMap((job) => job.steps);
  const isNarrow = Object.entries(permissions ?? { all: 'write' }).every(
    ([name, access]) => name === 'contents' && access === 'read',
  );
  return [
    ...(isNarrow ? [] : ['permissions are wide']),
    ...(concurrency === undefined ? ['no concurrency'] : []),
    // It runs with the secrets of the repository, on code of anyone.
    ...(JSON.stringify(on).includes('pull_request_target') ? ['pull_request_target'] : []),
    ...all.flatMap((job) => (job['timeout-minutes'] === undefined ? ['no time limit'] : [])),
    ...steps.flatMap(({ uses = './' }) => {
      const isPinned = uses === './' || /^[\w.-]+\/[\w./-]+@[\da-f]{40}$/.test(uses);
      const hasVersion = uses === './' || text.includes(`${uses} # v`);
      return isPinned && hasVersion ? [] : [`not pinned: ${uses}`];
    }),
    ...steps.flatMap(({ run = '' }) => [
      // An expression in a script is code, whoever wrote its value.
      ...(run.includes('${{') ? [`expression in a script: ${run}`] : []),
      ...[...run.matchAll(/npm run (?:-s )?([\w:-]+)/g)]
        .filter(([, script = '']) => scripts[script] === undefined)
        .map(([, script = '']) => `no script ${script}`),
    ]),
  ];
}

describe('the workflows of GitHub', () => {
  const files = globSync('.github/workflows/*.yml', { cwd: repository });

  for (const file of files) {
    it(`${file} is pinned, narrow, and bounded`, () => {
      assert.deepEqual(faultsOf(readFileSync(join(repository, file), 'utf8')), []);
    });
  }

  it('are found at fault, whichever it is', () => {
    const good = `on: push
permissions: { contents: read }
concurrency: x
jobs:
  a:
    timeout-minutes: 1
    steps:
      - uses: a/b@${'0'.repeat(40)} # v1
      - run: npm run check
`;
    assert.deepEqual(faultsOf(good), []);
    for (const [from, to, fault] of [
      ['on: push', 'on: pull_request_target', 'pull_request_target'],
      ['{ contents: read }', '{ contents: write }', 'permissions are wide'],
      ['permissions: { contents: read }\n', '', 'permissions are wide'],
      ['concurrency: x\n', '', 'no concurrency'],
      ['    timeout-minutes: 1\n', '', 'no time limit'],
      ['0'.repeat(40), 'v1', 'not pinned: a/b@v1'],
      [' # v1', '', `not pinned: a/b@${'0'.repeat(40)}`],
      ['run check', 'run nothing', 'no script nothing'],
      [
        'npm run check',
        'echo ${{ github.head_ref }}',
        'expression in a script: echo ${{ github.head_ref }}',
      ],
    ] as const) {
      assert.deepEqual(faultsOf(good.replace(from, to)), [fault]);
    }
  });
});

describe('the forms for issues', () => {
  it('ask for what is needed, and warn of keys', () => {
    for (const file of globSync('.github/ISSUE_TEMPLATE/[!c]*.yml', { cwd: repository })) {
      const text = readFileSync(join(repository, file), 'utf8');
      const { name, body } = parse(text) as { name: string; body: { type: string; id?: string }[] };
      assert.ok(name && body.some(({ id }) => id !== undefined), file);
      if (!file.includes('feature')) assert.match(text, /Never paste/, file);
    }
  });
});
