/**
 * Keys in files: split, named in many languages and styles, in formats of many families. Generated
 * from tables, so that each spelling represents its class. All keys are published or made from a
 * counter, so they belong to no one.
 */
import { base58, bech32 } from '@scure/base';
import { sha256 } from '@noble/hashes/sha2.js';

export interface KeyCase {
  readonly name: string;
  readonly text: string;
  /** The parts of the text that are of a key. */
  readonly secrets: readonly string[];
  /** Whether the first secret, as the argument of a command, is a key and nothing else. */
  readonly isKeyAlone: boolean;
}

/** The first account of the test phrase that Hardhat and Anvil print. */
export const hexKey = 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';

const bytesOf = (seed: string): Uint8Array => sha256(new TextEncoder().encode(seed));

/** 32 bytes that Solana's address has the shape of too. */
export function seedOf(index: number): string {
  for (let round = 0; ; round++) {
    const text = base58.encode(bytesOf(`seed ${index} ${round}`));
    if (text.length === 44 && !/^[0-9]/.test(text)) return text;
  }
}

const hexOf = (seed: string, digits: number): string =>
  Buffer.from(bytesOf(seed)).toString('hex').slice(0, digits);

const one = (
  name: string,
  text: string,
  secrets: readonly string[],
  isKeyAlone = false,
): KeyCase => ({
  name,
  text,
  secrets,
  isKeyAlone,
});

/** Separators seen between the halves of a key, and similar ones. */
const glues: readonly string[] = [
  ...[
    '" + "',
    '"+"',
    '" +\n  "',
    '"\n  "',
    '" "',
    '" \\\n  "',
    '\\\n',
    '\\\r\n',
    '\n',
    '\r\n',
    ' ',
    '\t',
  ],
  ...[
    '<wbr>',
    '<wbr/>',
    '<br>',
    '<br />',
    '</b><b>',
    '</span><span class="half">',
    '\u200b',
    '\u200c',
  ],
  ...[
    '\u200d',
    '\u2060',
    '\ufeff',
    '\u00ad',
    '\u00a0',
    '-',
    ':',
    '.',
    '/',
    ' / ',
    '_',
    '","',
    '", "',
    "', '",
  ],
  ...[
    '",\n  "',
    '" . "',
    "' . '",
    '" .. "',
    '" ~ "',
    '" & "',
    '" || "',
    '" <> "',
    '" ++ "',
    '" ^ "',
    '${""}',
  ],
  ...[
    '` + `',
    '` +\n`',
    '/* */',
    '" /* second half */ + "',
    '" + // and\n  "',
    '&shy;',
    '&#8203;',
    '&#x200B;',
  ],
  ...[
    '&ZeroWidthSpace;',
    '\\n',
    '\\t',
    '\\u200b',
    '\\x20',
    '\\u{200b}',
    '%20',
    '%0A',
    '+',
    '|',
    ' | ',
    ',',
  ],
  ...[
    ', ',
    ';',
    '; ',
    '".concat("',
    '" % "',
    '"\n+ "',
    "' +\n    '",
    '", b"',
    '" + f"',
    '...',
    '~',
    '@',
    '*',
  ],
  ...[
    '" & _\n "',
    ' \\\n    ',
    '\n    ',
    "'\n'",
    '`\n`',
    '") + ("',
    '"], ["',
    ' -> ',
    ' => ',
    '\u3000',
    '\u2028',
  ],
];

/** Around the whole; the pieces have no name or one. */
const frames: readonly (readonly [name: string, before: string, after: string])[] = [
  ['a constant that says nothing', 'const value = "', '";\n'],
  ['a list', 'const parts = ["', '"];\n'],
];

function splits(): KeyCase[] {
  const first = `0x${hexKey.slice(0, 40)}`;
  const last = hexKey.slice(40);
  const cases: KeyCase[] = [];
  for (const [index, glue] of glues.entries()) {
    const said = JSON.stringify(glue);
    const [frame, before, after] = frames[index % frames.length]!;
    cases.push(
      one(
        `in two by ${said}, ${frame}`,
        before + first + glue + last + after,
        [first, last],
        false,
      ),
    );
    const three = [first, last.slice(0, 9), last.slice(9)];
    cases.push(
      one(`in three by ${said}, ${frame}`, before + three.join(glue) + after, three, false),
    );
    if (!/%|\\[nxut]|&#?\w+;/.test(glue)) {
      cases.push(
        one(
          `turned, by ${said}, ${frame}`,
          before + last + glue + first + after,
          [last, first],
          false,
        ),
      );
    }
  }
  for (const [index, sizes] of [
    [1, 23],
    [12, 12],
    [23, 1],
    [8, 8, 8],
    [4, 4, 4, 4, 4, 4],
    [2, 22],
  ].entries()) {
    let rest = last;
    const pieces = sizes.map((size) => {
      const piece = rest.slice(0, size);
      rest = rest.slice(size);
      return piece;
    });
    const all = [first, ...pieces];
    cases.push(
      one(
        `in pieces of ${sizes.join(', ')}`,
        `key(${all.map((piece) => `"${piece}"`).join(index % 2 ? ' + ' : '\n  ')})`,
        all,
      ),
    );
  }
  cases.push(
    one('the second half is the longer', `"${hexKey.slice(0, 24)}" + "0x${hexKey.slice(24)}"`, [
      `0x${hexKey.slice(24)}`,
    ]),
  );
  cases.push(one('a digit is missing', `["${first}", "${last.slice(1)}"]`, [first, last.slice(1)]));
  cases.push(one('a digit too many', `"${first}"\n"${last}0"`, [first]));
  cases.push(one('64 bytes', `"${first}" + "${hexKey.slice(40)}${hexOf('rest', 64)}"`, [first]));
  for (const [name, text] of [
    ['a number each', 'const a1 = "A";\nconst a2 = "B";'],
    ['part1, part2', 'part1 = "A"\npart2 = "B"'],
    ['one variable, added to', 'k = "A"\nk += "B"'],
    ['a letter each', 'KEY_A=A\nKEY_B=B'],
    ['high and low', '"hi": "A", "lo": "B"'],
    ['low and high', 'lo="B", hi="A"'],
    ['strcat', 'strcat(k, "A"); strcat(k, "B");'],
  ] as const) {
    const spelled = text.replace(/\bA\b(?!=)/g, first).replace(/\bB\b(?!=)/g, last);
    cases.push(one(`halves with names, ${name}`, spelled, [first]));
  }
  cases.push(one('YAML, folded', `value: >-\n  ${first}\n  ${last}\n`, [first, last]));
  cases.push(one('printf', `printf '%s%s' ${first} ${last}`, [first, last]));
  cases.push(one('String.format', `String.format("%s%s", "${first}", "${last}")`, [first, last]));
  cases.push(
    one('capitals', `"0X${first.slice(2).toUpperCase()}" + "${last.toUpperCase()}"`, [
      `0X${first.slice(2).toUpperCase()}`,
    ]),
  );
  return cases;
}

/** Keys of 64 bytes and WIF in base58, whose halves have the shape of Solana's addresses. */
function base58Splits(): KeyCase[] {
  const halves = [seedOf(71), seedOf(72)] as const;
  const wif = '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ';
  const joins = [
    '" + "',
    '"\n  "',
    '" . "',
    '" .. "',
    '\\\n',
    '<wbr>',
    '\u200b',
    '&shy;',
    '`+`',
    '" ~ "',
    '".concat("',
    '" + // x\n  "',
  ];
  return joins.flatMap((glue) => [
    one(
      `64 bytes in base58 by ${JSON.stringify(glue)}`,
      `// solana\nconst value = "${halves.join(glue)}";`,
      halves,
    ),
    one(
      `WIF by ${JSON.stringify(glue)}`,
      `// solana\nconst value = "${wif.slice(0, 44)}${glue}${wif.slice(44)}";`,
      [wif.slice(0, 44)],
    ),
  ]);
}

const styles: readonly ((words: readonly string[]) => string)[] = [
  (words) => words.join('_'),
  (words) => words.join('_').toUpperCase(),
  (words) =>
    words.map((word, at) => (at === 0 ? word : word[0]!.toUpperCase() + word.slice(1))).join(''),
  (words) => words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join(''),
  (words) => words.join('-'),
];

const names: readonly string[] = [
  ...[
    'private key',
    'secret key',
    'solana private key',
    'priv key',
    'prv key',
    'pvk',
    'pk',
    'sk',
    'seed',
    'mnemonic',
  ],
  ...[
    'entropy',
    'keypair',
    'secret',
    'deployer private key',
    'signing key',
    'wallet secret',
    'my seed',
    'owner key',
  ],
  ...[
    'payer keypair',
    'seed phrase',
    'private key 1',
    'test private key',
    'user secret',
    'wallet private key base58',
  ],
];

/** How a value is named in a line of each language: N the name, V the value. */
const languages: readonly (readonly [language: string, line: string, style: number])[] = [
  ['JavaScript', "const N = 'V';", 2],
  ['JavaScript, an object', '{ N: "V", owner: x }', 2],
  ['JavaScript, a member', 'config.N = "V";', 2],
  ['JavaScript, a default', 'const x = process.env.N ?? "V";', 1],
  ['TypeScript', 'private readonly N: string = "V";', 2],
  ['TypeScript, over two lines', 'export const N: string =\n  "V";', 2],
  ['Python', 'N = "V"', 0],
  ['Python, bytes', "N = b'V'", 1],
  ['Python, the environment', 'os.environ["N"] = "V"', 1],
  ['Python, a default', 'key = os.getenv("N", "V")', 1],
  ['Solidity', 'string constant N = "V";', 1],
  ['Rust', 'let N: &str = "V";', 0],
  ['Rust, a constant', 'pub const N: &\'static str = "V";', 1],
  ['Go', 'N := "V"', 2],
  ['Go, a field', '\tN: "V",', 3],
  ['Go, with a type', 'var N string = "V"', 2],
  ['Java', 'private static final String N = "V";', 1],
  ['Java, a setter', 'wallet.setN("V");', 3],
  ['Kotlin', 'val N: String = "V"', 2],
  ['C#', 'public string N { get; } = "V";', 3],
  ['Ruby', ":N => 'V'", 0],
  ['Ruby, a constant', "N = 'V'.freeze", 1],
  ['PHP', "$N = 'V';", 2],
  ['PHP, a list', "'N' => 'V',", 0],
  ['PHP, define', "define('N', 'V');", 1],
  ['Swift', 'let N: String = "V"', 2],
  ['shell', 'export N=V', 1],
  ['shell, a flag', 'solana transfer --N V', 4],
  ['shell, a flag with =', 'run --N=V', 4],
  ['.env', 'N=V', 1],
  ['.env, in quotes', 'N="V"', 1],
  ['YAML', 'N: V', 0],
  ['YAML, below', 'N:\n  V\n', 2],
  ['YAML, a literal', 'N: |\n  V\n', 4],
  ['YAML, a list', 'N:\n  - V\n', 0],
  ['Kubernetes', '- name: N\n  value: "V"', 1],
  ['TOML', 'N = "V"', 0],
  ['JSON', '"N": "V",', 0],
  ['JSON, a pair', '{"type": "N", "value": "V"}', 2],
  ['JSON, a list of a name and a value', '["N", "V"]', 2],
  ['JSON, the name behind', '["V", "N"]', 2],
  ['XML', '<N>V</N>', 2],
  ['XML, an attribute', '<wallet N="V"/>', 2],
  ['XML, a setting', '<add key="N" value="V"/>', 3],
  ['a comment behind', 'const x = "V"; // N', 0],
  ['a comment behind, in Python', 'x = "V"  # N', 0],
  ['a comment above', '// N\nconst x = "V";', 4],
  ['a comment in front', '/* N */ "V"', 0],
  ['a list', 'const Ns = ["V", "V"];', 2],
  ['an object below', 'const N = {\n  a: "V",\n};', 2],
  ['a function around', 'const N = decode("V");', 2],
  ['a call of another', 'N: b58.decode("V"),', 0],
  ['Markdown', '**N**: `V`', 4],
  ['a table of Markdown', '| name | N |\n|---|---|\n| alice | V |', 0],
  ['a row of Markdown', '| N | V |', 0],
  ['CSV', 'name,N,age\nalice,V,3\nbob,V,4\n', 0],
  ['CSV, semicolons', 'name;N\nalice;V', 2],
  ['an INI file', '[Ns]\nalice = V', 0],
  ['prose', 'My N: V', 4],
];

/**
 * Keys whose name only surrounds the value: it says nothing about twenty bytes, which are not a key
 * by themselves.
 */
const surrounding: ReadonlySet<string> = new Set([
  'Java, a setter',
  'JSON, the name behind',
  'a comment behind',
  'a comment behind, in Python',
  'a comment above',
  'a list',
  'an object below',
  'a function around',
  'a call of another',
  'an INI file',
]);

const plural = (name: string): string =>
  /(?:s|ic|y|phrase|\d)$/.test(name) && !name.endsWith('key') ? name : name;

function named(): KeyCase[] {
  const cases: KeyCase[] = [];
  let index = 0;
  for (const [language, line, style] of languages) {
    for (let turn = 0; turn < 6; turn++) {
      const chosen = names[(index * 5 + turn * 7) % names.length]!;
      // Twenty bytes under the name of a role are its account.
      const name = turn === 5 && chosen === 'owner key' ? 'owner private key' : chosen;
      const isHalf = turn === 5 && !surrounding.has(language);
      const value = isHalf ? `0x${hexOf(`evm ${index}`, 40)}` : seedOf(index % 40);
      // A list's plural needs a noun that has one.
      const base = /\bNs\b/.test(line)
        ? ['private key', 'secret', 'keypair', 'sk', 'wallet secret key', 'mnemonic'][turn]!
        : plural(name);
      const spelled = styles[style]!(base.split(' '));
      const text = line
        .replaceAll('N', '\0')
        .replaceAll('V', '\x01')
        .replaceAll('\0', spelled)
        .replaceAll('\x01', value);
      cases.push(one(`${language}: ${spelled}`, `// solana\n\n${text}\n`, [value]));
    }
    index++;
  }
  return cases;
}

function calls(): KeyCase[] {
  const value = seedOf(50);
  return [
    'const kp = Keypair.fromSecretKey(bs58.decode("V"));',
    'const kp = Keypair.fromSeed(bs58.decode("V"));',
    'Keypair.fromSeed(decode("V").slice(0, 32))',
    'let kp = Keypair::from_base58_string("V");',
    'kp = Keypair.from_seed(b58decode("V"))',
    'Account.from_key("V")',
    'new ethers.Wallet("V")',
    'const w = new Wallet("V", provider);',
    'privateKeyToAccount("V")',
    'walletFromSeed("V")',
    'importKey({ secretKey: decode("V") })',
    'privateKeys.push("V");',
    'secrets.set("alice", "V");',
    'vm.setEnv("PRIVATE_KEY", "V");',
    'privateKeys: ["V", "V"]',
    'privateKeys: [\n  "V",\n  "V",\n]',
    'const privateKeys = Object.freeze([\n  "V",\n  "V",\n]);',
    'var privateKeys = []string{\n\t"V",\n}',
    'String[] privateKeys = { "V", "V" };',
    'let secret_keys = vec!["V", "V"];',
    'secrets = {\n  a: "V",\n  b: "V",\n}',
    'const wallets = { secretKeys: { alice: "V", bob: "V" } };',
    'private_keys:\n  alice: V\n  bob: V\n',
    'private_keys:\n- V\n- V\n',
    'keys:\n  private:\n    V\n',
    '# private keys\nV\nV\n',
    'Private key:\nV\n',
    '## Secret keys\n\n- V\n- V\n',
    'cast wallet import alice --private-key V',
    'cast wallet import V',
    'solana-keygen recover V',
    'bitcoin-cli importprivkey V',
    'setx PRIVATE_KEY "V"',
    '<privateKeys>\n  <key>V</key>\n  <key>V</key>\n</privateKeys>',
    '<dl><dt>Private key</dt><dd>V</dd></dl>',
    '"V" // private key',
    '"V", // my secret key',
    '["V", "privateKey"]',
    'V (private key)',
    'V is my private key',
    'V,private_key',
    '| address | private key |\n|:--|:--|\n| x | V |\n| y | V |',
    'address\tprivate key\nx\tV\n',
    '// the private key of the deployer\n"V"',
    '// 私钥\nconst a = "V";',
    '{"kty": "OKP", "secret": "V"}',
    'secret "db" {\n  privateKey = "V"\n}',
    'enum PrivateKeys {\n  A = "V",\n}',
    'class SecretKeys:\n    ALICE = "V"\n',
    'privateKey = (\n  "V"\n)',
    '<secret name="solana">V</secret>',
    'const [pk, sk] = ["x", "V"];',
    'credentials: { solana: "V" }',
    'SOL_SECRET = <<~KEY\n  V\nKEY',
    'let solanaSeed = """\n  V\n  """',
    '"solana" => ["secret" => "V"]',
    '[secrets]\n\n# solana\nalice = "V"',
    'wallet: { secret: { value: "V" } }',
    'const signer = Keypair.fromSecretKey(\n  // alice\n  bs58.decode(\n    "V"\n  )\n);',
    'const seed = // of the test wallet\n  "V";',
    ...idioms,
  ].map((text) =>
    one(text, `// solana\n\n${text.replace(/\bV\b/g, value).replace(/\bP\b/g, seedOf(51))}\n`, [
      value,
    ]),
  );
}

/** Ways of naming a key in another place than right before it; P is an address beside it. */
const idioms: readonly string[] = [
  'const solanaPriv = "V";',
  'const privB58 = "V";',
  'ALICE_PRIV = "V"',
  'const priKey = "V";',
  'PRI_KEY = "V"',
  'SEED_KEY = "V"',
  'const privatKey = "V";',
  'const chavePrivada = "V";',
  'clave_privada = "V"',
  'const clePrivee = "V";',
  'const 密钥 = "V";',
  'const 비밀키 = "V";',
  'const секретныйКлюч = "V";',
  'function getPrivateKey() {\n  return "V";\n}',
  'const getPrivateKey = async () => {\n  return "V";\n};',
  'def private_key():\n    return "V"',
  'fn private_key() -> &\'static str {\n    "V"\n}',
  'func privateKey() string { return "V" }',
  'fun privateKey(): String { return "V" }',
  'parser.add_argument("--private-key", default="V")',
  '@click.option("--secret", default="V")',
  '#[arg(long, env = "PRIVATE_KEY", default_value = "V")]',
  'kind: Secret\nmetadata:\n  name: bot\nstringData:\n  WALLET: "V"',
  'kind: Secret\ndata:\n  wallet: V',
  '{"publicKey":"P","key":"V"}',
  'wallets:\n  - address: P\n    key: V',
  'pubkey:privkey\nP:V',
  'Private key for P: V',
  'Private key for pubkey P: V',
  'expect(kp.secretKey).toEqual("V");',
  'assert.strictEqual(encode(privateKey), "V")',
  'require.Equal(t, "V", key.PrivateKey.String())',
  'tests := []struct{ priv, pub string }{\n\t{"V", "P"},\n}',
  '@pytest.mark.parametrize("private_key,address", [("V", "P")])',
  'wallet, _ := solana.WalletFromPrivateKeyBase58("V")',
  'const raw = "V";\nconst payer = Keypair.fromSeed(bs58.decode(raw));',
  'const w = "V"; // secret, do not commit',
  '{"notes":"Private key = V, do not lose"}',
  'const k = { privateKey: "x/V" }',
  '{"kty":"OKP","crv":"Ed25519","d":"V"}',
  '{"kty":"OKP","crv":"Ed25519","x":"P","d":"V"}',
  '// private keys of the bots\nconst w0 = "V";\nconst w1 = "V";\nconst w2 = "V";',
];

/** Names that call a value a key only because it has the size of one; N is the name, V the value. */
function bareNames(): KeyCase[] {
  const value = seedOf(52);
  const lines = [
    'N = "V"',
    'const N = "V";',
    'let N: &str = "V";',
    'N: V',
    '"N": "V",',
    '{N: "V"}',
    'export N=V',
    'run --N V',
    'N=V',
    '<N>V</N>',
    'self.N = "V"',
    'Ns = ["V", "V"]',
  ];
  return lines.map((line) => {
    const name = /^export|^N=/.test(line) ? 'KEY' : 'key';
    const text = line.replace(/\bN(s?)\b/g, (_, plural: string) => name + plural);
    return one(`a bare name: ${text}`, `// solana\n\n${text.replaceAll('V', value)}\n`, [value]);
  });
}

/** A field beside the value whose own value defines its kind. */
function siblingValues(): KeyCase[] {
  const value = seedOf(53);
  const fields = [
    'type',
    'title',
    'name',
    'label',
    'kind',
    'description',
    'field',
    'usage',
    'role',
  ];
  const names = [
    'private',
    'Private key',
    'secret',
    'Secret key',
    'seed',
    'mnemonic',
    'PRIVATE_KEY',
  ];
  return fields.flatMap((field, row) => {
    const said = names[row % names.length]!;
    const other = names[(row + 3) % names.length]!;
    return [
      `{"${field}":"${said}","key":"V"}`,
      `{"${field}": "${other}", "value": "V"}`,
      `{"value": "V", "${field}": "${said}"}`,
      `{ ${field}: '${other}', data: 'V' }`,
      `- ${field}: ${said}\n  value: V\n`,
      `[[entries]]\n${field} = "${other}"\nvalue = "V"\n`,
    ].map((text) =>
      one(`a sibling: ${text}`, `// solana\n${text.replace(/\bV\b/, value)}\n`, [value]),
    );
  });
}

/** Where a shell writes a value to, a URL that contains it, and calls beside it. */
function elsewhere(): KeyCase[] {
  const value = seedOf(54);
  const redirects = [
    'secret.key',
    'private_key.txt',
    '~/.keys/private.key',
    'wallet.key',
    '"seed.txt"',
  ];
  return [
    ...redirects.flatMap((file) => [
      `echo V > ${file}`,
      `echo "V" >> ${file}`,
      `echo -n 'V' >${file}`,
      `printf '%s' V | tee ${file}`,
      `cat > ${file} <<EOF\nV\nEOF\n`,
      `cat <<'EOF' > ${file}\nV\nEOF\n`,
      `tee ${file} <<-EOF\n\tV\nEOF\n`,
    ]),
    ...['sk', 'private', 'private_key', 'secret', 'seed', 'key', 'privkey'].flatMap((name) => [
      `https://wallet.example/import/${name}/V`,
      `fetch("https://wallet.example/${name}/V")`,
      `const path = "import/${name}/V";`,
      `https://wallet.example/import?${name}=V`,
      `fetch("/import?a=1&${name}=V&b=2")`,
    ]),
    'assert_eq!(kp.secret().to_string(), "V")',
    'assert_eq!(keypair.secret_key().to_base58().as_str(), "V")',
    'assert_eq!(wallet.private_key.to_string(), "V".to_string())',
    'assert_eq!("V", kp.secret().to_string());',
    'assertEquals("V", wallet.getPrivateKey().toString())',
    'assertThat(wallet.getSecret().encode()).isEqualTo("V")',
    'expect(kp.secret().toString()).toBe("V")',
    'self.assertEqual(str(account.seed()), "V")',
    'const WIF = "V";',
    'let wif = "V";',
    'WIF=V',
    'export WIF=V',
    'String wif = "V";',
    'wif: "V",',
    'wallet.wif = "V"',
  ].map((text) =>
    one(`elsewhere: ${text}`, `// solana\n\n${text.replace(/\bV\b/, value)}\n`, [value]),
  );
}

/** Two halves under names of their own, and joined by the calls of a language; A has 40 digits, B 24. */
function namedHalves(): KeyCase[] {
  const [a, b] = [`0x${hexKey.slice(0, 40)}`, hexKey.slice(40)];
  return [
    'private static final String KEY_PART_1 = "A";\nprivate static final String KEY_PART_2 = "B";',
    'private const string Part1 = "A";\nprivate const string Part2 = "B";',
    'export const KEY_A: string = "A";\nexport const KEY_B: string = "B";',
    'pub const KEY_HI: &str = "A";\npub const KEY_LO: &str = "B";',
    'static HI: &\'static str = "A"; static LO: &\'static str = "B";',
    'let k = "A".to_string() + "B";',
    'let k = "A".to_owned() + "B";',
    'auto k = "A"s + "B"s;',
    'a = "A"\nb = "B"\nkey = a + b',
    'first = "A"\nsecond = "B"\nkey = first + second',
    'first: A\nrest: B',
    'a1=A\na2=B',
    'export a=A\nexport b=B',
    'abi.encodePacked(bytes20(A), bytes12(0xB))',
    'uint256 k = (uint256(uint160(A)) << 96) | 0xB;',
    'vm.sign(uint256(A) << 96 | 0xB, digest)',
    'bytes20 constant A1 = A; bytes12 constant A2 = 0xB;',
    'bytes20 constant KEY_HI = A;\nbytes12 constant KEY_LO = 0xB;',
    'bytes20 private constant KEY_PART_ONE = A;\nbytes12 private constant KEY_PART_TWO = 0xB;',
    'bytes20 constant privateKeyFirst = A;\nbytes12 constant privateKeyLast = 0xB;',
    'bytes20 constant keyHead = bytes20(A);\nbytes12 constant keyTail = bytes12(0xB);',
    'KEY="A"\nKEY="$KEY""B"',
    'KEY="A"\nKEY="${KEY}B"',
    'KEY="A"\nKEY="$KEY"B',
    'KEY=A\nKEY=$KEY"B"',
    "KEY='A'\nKEY=$KEY'B'",
    'KEY=A\nKEY+=B',
    'key="A"\nexport key="$key"\'B\'',
    'KEY="A"\nKEY="$KEYB"',
    '{"privateKey": {"x": "A", "y": "B"}}',
    'const key = { x: "A", y: "B" };',
    '{"hi":"A","lo":"B"}',
    '[{"part":1,"hex":"A"},{"part":2,"hex":"B"}]',
  ].map((text) =>
    one(
      `named halves: ${text}`,
      text
        .replace(/\bA\b/g, a)
        .replace(/\b(0x)?B\b/g, (_, prefix: string = '') => prefix + b)
        .replace('$KEYB', `$KEY${b}`),
      [a],
    ),
  );
}

/** The same in three parts; A has 40 digits, B and C the others, of any share. */
function namedThirds(): KeyCase[] {
  const a = `0x${hexKey.slice(0, 40)}`;
  return [4, 8, 12, 16].flatMap((cut) => {
    const [b, c] = [hexKey.slice(40, 40 + cut), hexKey.slice(40 + cut)];
    return [
      'k1 = "A"\nk2 = "B"\nk3 = "C"',
      'const KEY_A = "A";\nconst KEY_B = "B";\nconst KEY_C = "C";',
      'KEY_1=A\nKEY_2=B\nKEY_3=C',
      '{"part1":"A","part2":"B","part3":"C"}',
      'key = "A"\nkey += "B"\nkey += "C"',
      'k1 = "B"\nk2 = "C"\nk3 = "A"',
      'k1 = "B"\nk2 = "A"\nk3 = "C"',
    ].map((text) =>
      one(
        `named thirds of 40, ${cut} and ${24 - cut}: ${text}`,
        text
          .replace(/"A"|=A\b/g, (match) => match.replace('A', a))
          .replace(/"B"|=B\b/g, (match) => match.replace('B', b))
          .replace(/"C"|=C\b/g, (match) => match.replace('C', c)),
        [a],
      ),
    );
  });
}

function tonIndexes(): KeyCase[] {
  const [a, b] = [hexOf('ton a', 64), hexOf('ton b', 64)];
  return [
    one('private_keys, an index', `private_keys:\n  0:${a}\n`, [a]),
    one('private_keys, two of them', `private_keys:\n  0:${a}\n  1:${b}\n`, [a, b]),
    one('an index without a name', `0:${a}\n1:${b}\n`, [a, b]),
    one('a map in braces', `secretKeys = {0:${a}, 1:${b}}`, [a, b]),
    one('a negative index', `const privateKey = "-1:${a}";`, [a]),
    one('a name on the line', `secret: 0:${a}`, [a]),
    one('a comment', `// private keys\n0:${a}\n`, [a]),
    // Without a word about TON, nothing shows that these are addresses; with one, the word `key`
    // decides.
    ...[
      'keys:\n  0:V\n',
      'anvil key 0:V',
      'KEY=0:V',
      'keystore/0:V',
      'keys:\n  0:V\n  0:V\n',
      'KEYS=0:V,1:V',
      'key: "0:V"',
    ].flatMap((text) => [
      one(`an index: ${text}`, text.replaceAll('V', a), [a]),
      one(`an index beside TON: ${text}`, `# ton\n${text.replaceAll('V', a)}`, [a]),
    ]),
    ...[
      'signer=0:V',
      'wallet 0:V',
      'hardhat accounts\n=====\n0:V\n',
      '0:V # 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 deployer account of the test net\n1:V',
    ].map((text) => one(`an index without TON: ${text}`, text.replaceAll('V', a), [a])),
  ];
}

/** Formats that are a key by themselves, of families to come too. */
function formats(): KeyCase[] {
  const body = bytesOf('format');
  const long = Uint8Array.from([...body, ...bytesOf('format 2')]);
  const sk = (prefix: string, bytes: Uint8Array): string =>
    bech32.encode(prefix, bech32.toWords(bytes), 300);
  const base32 = 'SBGWSG6BTNCKCOB3DIFBGCVMUPQFYPA2G4O34RMTB343OYPXU5DJDVMN';
  const all: Record<string, string> = {
    'XRP Ledger, secp256k1': 'sn3nxiW7v8KXzPzAqzyHXbSSKNuN9',
    'XRP Ledger, Ed25519': 'sEdTM1uX8pu2do5XvTnutH6HsouMaM2',
    'Stellar (SEP-23)': base32,
    'NEAR, 64 bytes': `ed25519:${base58.encode(long)}`,
    'NEAR, 32 bytes': `ed25519:${base58.encode(body)}`,
    Sui: sk('suiprivkey', Uint8Array.from([0, ...body])),
    'Aptos, Ed25519': `ed25519-priv-0x${hexKey}`,
    'Aptos, secp256k1': `secp256k1-priv-0x${hexKey}`,
    'Tezos, Ed25519': 'edsk3gUfUPyBSfrS9CCgmCiQsTCHGkviBDusMxDJstFtojtc1zcpsh',
    'Tezos, secp256k1': 'spsk1zkqrmst1yg2c4xi3crWcZPqgdc9KtPtb9SAZWYHAdiQzdHy7j',
    'Tezos, encrypted': `edesk1${base58.encode(long).slice(0, 82)}`,
    'Cardano, a payment key': sk('ed25519_sk', body),
    'Cardano, extended': sk('ed25519e_sk', long),
    'Cardano, a root key': sk('root_xsk', long),
    'Cardano, an account key': sk('acct_xsk', long),
    'Cardano, an address key': sk('addr_xsk', long),
    'Cardano, addr_sk': sk('addr_sk', body),
    'Bitcoin, WIF': 'KyZpNDKnfs94vbrwhJneDi77V6jF64PWPF8x5cdJb8ifgg2DUc9d',
    'Bitcoin, BIP-38': '6PRVWUbkzzsbcVac2qwfssoUJAN1Xhrg6bNk8J7Nzm5H7kxEbn2Nh2ZoGg',
    'Bitcoin, a descriptor':
      'wpkh(xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi/84h/0h/0h)',
    'Monero, a spend key': hexKey,
    EVM: `0x${hexKey}`,
    'EVM, a digit is missing': `0x${hexKey.slice(1)}`,
    'EVM, a digit too many': `0x${hexKey}1`,
    'EVM, capitals': `0X${hexKey.toUpperCase()}`,
    Nostr: sk('nsec', body),
    age: `AGE-SECRET-KEY-1${sk('age-secret-key-', body).slice(16).toUpperCase()}`,
    'Zcash, Sapling': sk('secret-extended-key-main', long),
    'Solana, 64 bytes': base58.encode(long),
    'Solana, an array over lines': `[\n  ${Array.from(long).join(',\n  ')}\n]`,
    'PEM of OpenSSH': '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAABG5vbmU\n',
    'PEM of PGP': '-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nlQHYBF2x9w4BBADFtHkSDF\n',
    'base64 of 32 bytes': Buffer.from(body).toString('base64'),
    'base64 of 64 bytes': Buffer.from(long).toString('base64'),
    '128 digits': Buffer.from(long).toString('hex'),
    'a split key in an argument': `0x${hexKey.slice(0, 40)} ${hexKey.slice(40)}`,
    'a split key with a plus': `"0x${hexKey.slice(0, 40)}" + "${hexKey.slice(40)}"`,
  };
  const jwk = `{"kty":"EC","crv":"secp256k1","d":"${Buffer.from(body).toString('base64url')}"}`;
  return [
    ...Object.entries(all).map(([name, text]) => one(name, text, [text], true)),
    one('JWK', jwk, [Buffer.from(body).toString('base64url')]),
  ];
}

/** BIP-39 in other languages, decomposed and composed, and other ways to write words down. */
function phrases(): KeyCase[] {
  const all: Record<string, string> = {
    English: 'legal winner thank year wave sausage worth useful legal winner thank yellow',
    'English, capitals':
      'LEGAL WINNER THANK YEAR WAVE SAUSAGE WORTH USEFUL LEGAL WINNER THANK YELLOW',
    'English, numbered':
      '1. legal\n2. winner\n3. thank\n4. year\n5. wave\n6. sausage\n7. worth\n8. useful\n9. legal\n10. winner\n11. thank\n12. yellow',
    'English, commas':
      'legal, winner, thank, year, wave, sausage, worth, useful, legal, winner, thank, yellow',
    'English, a list':
      '["legal", "winner", "thank", "year", "wave", "sausage", "worth", "useful", "legal", "winner", "thank", "yellow"]',
    Japanese:
      'あいこくしん\u3000あいこくしん\u3000あいこくしん\u3000あいこくしん\u3000あいこくしん\u3000あいこくしん\u3000あいこくしん\u3000あいこくしん\u3000あいこくしん\u3000あいこくしん\u3000あいこくしん\u3000あおぞら',
    'Chinese, simplified': '的 的 的 的 的 的 的 的 的 的 的 在',
    'Chinese, without blanks': '枪疫霉尝俩闹饿贤枪疫霉卿',
    'Chinese, traditional': '槍 疫 黴 嘗 倆 鬧 餓 賢 槍 疫 黴 卿',
    Korean: '실장 실장 실장 실장 실장 실장 실장 실장 실장 실장 실장 가격',
    Spanish: 'ábaco ábaco ábaco ábaco ábaco ábaco ábaco ábaco ábaco ábaco ábaco abierto',
    French:
      'abaisser abaisser abaisser éluder abaisser abaisser abaisser épaule abaisser abaisser abaisser abandon',
    Italian: 'abaco abaco abaco abaco abaco abaco abaco abaco abaco abaco abaco abete',
    Czech:
      'abdikace abdikace abdikace abdikace abdikace abdikace abdikace abdikace abdikace abdikace abdikace agrese',
    Portuguese:
      'abacate abacate abacate abacate abacate abacate abacate abacate abacate abacate abacate abater',
    'Algorand, 25 words': Array.from(
      { length: 25 },
      (_, at) => ['stone', 'music', 'invest'][at % 3],
    ).join(' '),
  };
  return Object.entries(all).flatMap(([name, text]) => [
    one(`${name}, composed`, text.normalize('NFC'), [text.normalize('NFC')], true),
    one(`${name}, decomposed`, text.normalize('NFD'), [text.normalize('NFD')], true),
  ]);
}

function keystores(): KeyCase[] {
  const digits = hexOf('cipher', 64);
  const seed = seedOf(60);
  return [
    one(
      'a keystore of version 3',
      `{"address":"${hexOf('k', 40)}","crypto":{"ciphertext":"${digits}","mac":"${hexOf('mac', 64)}","kdfparams":{"salt":"${hexOf('salt', 64)}"}}}`,
      [digits],
    ),
    one(
      'a key file of Solana in base58',
      `// solana\n{"publicKey":"${seedOf(61)}","secretKey":"${seed}"}`,
      [seed],
    ),
    one(
      'an address with its key behind',
      `// solana\n${seedOf(61)} is the address, private key: ${seed}`,
      [seed],
    ),
    one(
      'a table that names both',
      `// solana\n| address | private key |\n|--|--|\n| ${seedOf(61)} | ${seed} |`,
      [seed],
    ),
  ];
}

export const keyCases: readonly KeyCase[] = [
  ...splits(),
  ...base58Splits(),
  ...named(),
  ...calls(),
  ...bareNames(),
  ...siblingValues(),
  ...elsewhere(),
  ...namedHalves(),
  ...namedThirds(),
  ...tonIndexes(),
  ...formats(),
  ...phrases(),
  ...keystores(),
];
