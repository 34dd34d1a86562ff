/** Who may import whom. A room not named here as a reader of another may not import it. */
const readers = {
  // Characters, runs, lines, blocks, and what names a value.
  text: [],
  // Base58, bech32, base32, and checksums.
  encodings: [],
  // The table of networks, what the registries have, and what names and hosts mean.
  networks: ['text'],
  // What published lists say of addresses: a table, read on first use.
  known: ['networks'],
  // A codec for each family, and what shows that text without a checksum is an address.
  families: ['text', 'encodings', 'networks'],
  // One address in a text: its spelling, its account, and what is wrong with it.
  addresses: ['text', 'encodings', 'networks', 'families'],
  // Which network an address is on, and why.
  evidence: ['text', 'networks', 'known', 'families', 'addresses'],
  // What may be a key is no address.
  keys: ['text', 'families', 'addresses'],
  // Text in, addresses out.
  scan: ['text', 'encodings', 'networks', 'families', 'addresses', 'keys'],
  paths: [],
  // The arguments of a program: what it takes, and how it ends.
  options: [],
  // When work of an event loop goes on, and until when.
  scheduler: [],
  book: ['text', 'networks', 'known', 'addresses', 'scan', 'paths'],
  risk: [],
  api: ['keys', 'scan', 'risk'],
  ledger: ['paths', 'risk', 'api'],
  paid: ['networks', 'families', 'addresses', 'scan', 'risk', 'api', 'ledger'],
  messages: ['encodings', 'networks', 'known', 'evidence', 'scan', 'book', 'risk'],
  // What tools answer to agents, whoever calls them.
  agents: ['networks', 'evidence', 'book', 'api', 'messages', 'report'],
  // A folder at a revision: listed, read, scanned in threads, compared, judged. Knows no editor and no terminal.
  folder: [
    ...[
      'text',
      'networks',
      'known',
      'addresses',
      'evidence',
      'scan',
      'api',
      'paths',
      'scheduler',
      'book',
      'git',
    ],
    ...['report', 'messages'],
  ],
  report: ['networks', 'addresses', 'evidence', 'scan', 'book', 'risk', 'api', 'messages'],
  engine: ['paths', 'risk', 'api', 'ledger', 'paid'],
  editor: [
    ...[
      'text',
      'encodings',
      'networks',
      'known',
      'families',
      'addresses',
      'evidence',
      'keys',
      'scan',
    ],
    ...[
      'risk',
      'api',
      'ledger',
      'paid',
      'engine',
      'messages',
      'report',
      'agents',
      'sample',
      'book',
    ],
    ...['folder', 'paths', 'scheduler', 'git'],
  ],
  sample: ['options', 'paths'],
  // The contract's requests are read by the same code in the sample service, which it can have behind it.
  // Its page for the lead is made as an exported report is.
  gateway: [
    ...['networks', 'scan', 'paths', 'options', 'risk', 'api', 'ledger', 'paid', 'sample'],
    ...['messages', 'report'],
  ],
  // Git as a child process.
  git: ['paths'],
  cli: [
    ...['encodings', 'networks', 'addresses', 'known', 'evidence', 'scan', 'paths', 'book', 'git'],
    ...['folder', 'messages', 'report', 'agents', 'risk', 'api', 'ledger', 'paid', 'engine'],
    ...['options', 'sample', 'gateway'],
  ],
};

/** Whose types a room may import beyond that; nothing of them runs in it. */
const typeReaders = {
  messages: ['api', 'ledger', 'paid', 'engine'],
  agents: ['engine', 'paid'],
  report: ['ledger', 'paid', 'engine', 'folder'],
};

const rooms = Object.keys(readers);

/** The same for the folders of the editor. Only `editor.ts` knows all of them. */
const editorReaders = {
  shell: [],
  session: ['shell'],
  documents: ['shell'],
  // The base revision's book counts too, and Git has it.
  book: ['shell', 'documents', 'git'],
  calls: ['shell', 'session', 'documents'],
  report: ['shell', 'session', 'documents', 'calls'],
  git: ['shell', 'documents'],
  batch: ['shell', 'session', 'documents', 'calls'],
  inventory: ['shell', 'session', 'documents', 'book', 'calls', 'git'],
  // A problem shows the level and the reasons that the report shows.
  // The inventory knows which addresses are new.
  surfaces: ['shell', 'session', 'documents', 'book', 'calls', 'report', 'inventory'],
  commands: [
    ...['shell', 'session', 'documents', 'book', 'calls', 'report', 'git', 'inventory', 'batch'],
  ],
  tools: ['shell', 'session', 'documents', 'book', 'calls', 'report'],
};

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...rooms.map((room) => ({
      name: `room-${room}`,
      comment: `src/${room} may import: ${[room, ...readers[room]].join(', ')}`,
      severity: 'error',
      from: { path: `^src/${room}/` },
      to: {
        path: '^src/',
        pathNot: [
          ...[room, ...readers[room], ...(typeReaders[room] ?? [])].map((name) => `^src/${name}/`),
          // The table of networks is data, and the one thing that both sides of the wire share.
          ...(room === 'sample' ? ['^src/networks/networks\\.ts$'] : []),
          // Ids, settings and messages: the contract of the editor with package.json and the page.
          ...(room === 'editor' ? ['^src/(manifest|panelProtocol|pageViews)\\.ts$'] : []),
          // The report is what the page shows.
          ...(room === 'report' ? ['^src/(panelProtocol|pageViews)\\.ts$'] : []),
        ],
      },
    })),
    ...Object.entries(typeReaders).map(([room, others]) => ({
      name: `types-only-${room}`,
      comment: `src/${room} may import types alone from: ${others.join(', ')}`,
      severity: 'error',
      from: { path: `^src/${room}/` },
      to: { path: `^src/(${others.join('|')})/`, dependencyTypesNot: ['type-only'] },
    })),
    {
      name: 'report-model-without-messages',
      comment: 'An export or a tool needs the facts of a report and none of its words.',
      severity: 'error',
      from: {
        path: '^src/report/(model|risk|breakdown|decimal|reasons|points|scale|history|comparison)\\.ts$',
      },
      to: {
        path: [
          '^src/(messages/|panelProtocol\\.ts$)',
          '^src/report/(view|scoreView|rowScore)\\.ts$',
        ],
      },
    },
    ...Object.entries(editorReaders).map(([folder, others]) => ({
      name: `editor-${folder}`,
      comment: `src/editor/${folder} may import: ${[folder, ...others].join(', ')}`,
      severity: 'error',
      from: { path: `^src/editor/${folder}/` },
      to: {
        path: '^src/editor/',
        pathNot: [
          ...[folder, ...others].map((name) => `^src/editor/${name}/`),
          // The types of what these take, from the folders that make it.
          ...(['surfaces', 'commands', 'tools'].includes(folder)
            ? ['^src/editor/services\\.ts$']
            : []),
        ],
      },
    })),
    {
      name: 'sample-only-by-attaching',
      comment: 'The editor starts the sample service as a process; it never runs it on its loop.',
      severity: 'error',
      from: { path: '^src/editor/' },
      to: { path: '^src/sample/', pathNot: '^src/sample/attach\\.ts$' },
    },
    {
      name: 'paid-work-in-the-engine',
      comment:
        "The editor has the engine's types, and runs none of its code but for what reads input, the transport `vscode`, and the other end of the thread.",
      severity: 'error',
      from: { path: '^src/(editor/|extension\\.ts$)' },
      to: {
        path: '^src/(api|ledger|paid|engine)/',
        pathNot: [
          '^src/api/(credentials|errorFrames|exactJson|nodeTransport|parameters|serviceUrl)\\.ts$',
          '^src/ledger/subjectKey\\.ts$',
          '^src/paid/(account|clock|gesture|policy|quotes|scoreWaits)\\.ts$',
          '^src/engine/(remoteEngine|batchReads)\\.ts$',
        ],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'no-git-process-in-threads',
      comment: 'A thread that reads files gets what Git says from the one that started it.',
      severity: 'error',
      from: { path: '^src/folder/scan\\.process\\.ts$' },
      to: { path: '^src/git/runGit\\.ts$', reachable: true },
    },
    {
      name: 'repositories-that-vscode-has-opened',
      comment:
        'The editor runs Git on what VS Code has opened in a trusted workspace, and finds no other.',
      severity: 'error',
      from: { path: '^src/editor/', pathNot: '^src/editor/git/gitApi\\.ts$' },
      to: {
        path: '^src/(git/(repository|runGit)|folder/(check|roots))\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      // messages and report are outside of it: every sentence can be made without an editor.
      name: 'vscode-only-in-editor',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/editor/', '^src/extension\\.ts$'] },
      to: { path: '^vscode$' },
    },
    {
      name: 'page-imports-protocol-only',
      severity: 'error',
      from: { path: '^media/' },
      to: { path: '^src/', pathNot: '^src/(panelProtocol|pageViews)\\.ts$' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-dev-dependency-in-product',
      severity: 'error',
      // The package of the command line has these bundled; the extension has none of them.
      from: { path: '^(src|media)/', pathNot: '^src/gateway/(metrics|postgres/pool)\\.ts$' },
      to: {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only'],
        pathNot: '@types/|^node_modules/@modelcontextprotocol/',
      },
    },
    {
      name: 'agents-in-the-command-line',
      severity: 'error',
      from: { path: '^(src|media)/', pathNot: '^src/cli/mcp/' },
      to: { path: '^node_modules/@modelcontextprotocol/' },
    },
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      // `esbuild.js` reads icons from the package of their drawings.
      to: { couldNotResolve: true, pathNot: '^(vscode$|codicon:)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.js', '.cjs', '.json'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      exportsFields: ['exports'],
    },
  },
};
