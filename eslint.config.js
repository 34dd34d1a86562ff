import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

/** A re-sent POST is a second bill, and both of these can re-send one (421, 307). */
const noFetch = [
  { name: 'fetch', message: 'fetch re-sends a paid POST on 421 and 307: go through src/api.' },
];
const noGlobalDispatcher = [
  {
    selector: "CallExpression[callee.name='setGlobalDispatcher']",
    message: 'The global dispatcher belongs to every extension in the host: use an own Agent.',
  },
  {
    selector: "MemberExpression[property.name='fetch'][object.name=/^(globalThis|undici|window)$/]",
    message: 'fetch re-sends a paid POST on 421 and 307: go through src/api.',
  },
];

/** A message that quotes foreign text could carry a link that runs a command: one place strips them. */
const noOwnDialogs = [
  {
    selector:
      'MemberExpression[property.name=/^(show(Information|Warning|Error)Message|showInputBox|showQuickPick|createInputBox|createQuickPick|withProgress|setStatusBarMessage)$/]',
    message: 'Messages, questions, and progress go through src/editor/shell/dialogs.ts.',
  },
];

/** Every sentence is made in src/messages, which the command line and the tests can use too. */
const noOwnSentences = [
  "MemberExpression[object.name='vscode'][property.name='l10n']",
  "ImportDeclaration[source.value='vscode'] > ImportSpecifier[imported.name='l10n']",
].map((selector) => ({ selector, message: 'Sentences are made in src/messages.' }));

const noResending = [{ name: 'undici', importNames: ['fetch', 'setGlobalDispatcher'] }];

/** A start needs a gesture, and only what answers a person's act may make one. */
const gesturesOfPeople = {
  group: ['**/gesture.ts'],
  importNames: ['gestureOf'],
  message: 'Only a command or a button makes a gesture: nothing else may start a calculation.',
};

export default defineConfig(
  { ignores: ['dist/', 'out/', 'examples/', 'test/fixtures/', '.vscode-test/'] },
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: { projectService: { allowDefaultProject: ['*.js', '*.cjs'] } },
    },
    rules: {
      'no-restricted-globals': ['error', ...noFetch],
      'no-restricted-syntax': ['error', ...noGlobalDispatcher],
      'no-restricted-imports': ['error', { paths: noResending, patterns: [gesturesOfPeople] }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: 'only-allowed-literals' },
      ],
      eqeqeq: 'error',
      // They take a quarter of the time and find nothing: there are no enums, and `#private` members
      // tell the instances of classes from other objects.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
    },
  },
  {
    files: ['src/**'],
    ignores: ['src/editor/shell/dialogs.ts'],
    rules: {
      'no-restricted-syntax': ['error', ...noGlobalDispatcher, ...noOwnDialogs, ...noOwnSentences],
    },
  },
  {
    // It hands the bundle of VS Code to src/messages.
    files: ['src/editor/shell/shell.ts'],
    rules: { 'no-restricted-syntax': ['error', ...noGlobalDispatcher, ...noOwnDialogs] },
  },
  {
    // What the product reads is hostile: `check:patterns` looks at the same patterns in another way.
    files: ['src/**', 'media/**'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignorePartial: false }],
    },
  },
  {
    files: [
      'src/editor/commands/addressCommands.ts',
      'src/editor/commands/scoreCommands.ts',
      'src/editor/report/actions.ts',
      // After the user has confirmed what it costs.
      'src/editor/tools/paidTools.ts',
      // With the number of calls that the user gave.
      'src/cli/paid/userGestures.ts',
      // A member's client has sent a start.
      'src/gateway/gateway.ts',
      'test/**',
    ],
    rules: { 'no-restricted-imports': ['error', { paths: noResending }] },
  },
  {
    files: ['**/*.js', '**/*.cjs'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { globals: { process: 'readonly', console: 'readonly', module: 'writable' } },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      // node:test's describe and it return promises that the runner itself awaits.
      '@typescript-eslint/no-floating-promises': [
        'error',
        {
          allowForKnownSafeCalls: [
            { from: 'package', package: 'node:test', name: ['describe', 'it', 'test', 'suite'] },
          ],
        },
      ],
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
);
