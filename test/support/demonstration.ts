import { TestRepository } from './gitRepository.ts';

/** Addresses of the demonstration, by what they are. */
export const demoAddresses = {
  listed: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  denied: '0x7F367cC41522cE07553e823bf3be79A889DEbe1B',
  unlisted: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  /** Two digits of the listed one differ. */
  alike: '0xdac17f958d2ee523a2206206994597c13d831ed8',
  ambiguous: '0x59B89664Ba2A1322CDa09cD9e812844E236FcBFc',
} as const;

interface DemoBook {
  readonly version: 1;
  readonly addresses: readonly object[];
  readonly lists: readonly object[];
  readonly policy: object;
}

const book: DemoBook = {
  version: 1,
  addresses: [{ address: demoAddresses.listed, network: 'ethereum', name: 'Treasury' }],
  lists: [{ path: 'lists/deny.csv', name: 'Team deny list', kind: 'deny' }],
  policy: {
    fail: ['deny', 'unlisted', 'look-alike', 'book'],
    warn: ['checksum', 'wrong-network', 'new'],
  },
};

const bookText = (parts: Partial<DemoBook> = {}): string =>
  `${JSON.stringify({ ...book, ...parts }, null, 2)}\n`;

const using = (address: string): string => `// ethereum\nexport const payee = "${address}";\n`;

/** The changes of the demonstration: what each does to the base. */
export const demoChanges: Readonly<Record<string, (repository: TestRepository) => void>> = {
  'a clean address': (repository) => {
    repository.write('src/payee.ts', using(demoAddresses.listed));
  },
  'an unlisted address': (repository) => {
    repository.write('src/payee.ts', using(demoAddresses.unlisted));
  },
  'a denied address': (repository) => {
    repository.write('src/payee.ts', using(demoAddresses.denied));
  },
  'a look-alike': (repository) => {
    repository.write('src/payee.ts', using(demoAddresses.alike));
  },
  'an address on an ambiguous network': (repository) => {
    repository.write('src/payee.ts', `export const payee = "${demoAddresses.ambiguous}";\n`);
  },
  'an address that the same change adds to the book': (repository) => {
    repository.write('src/payee.ts', using(demoAddresses.unlisted));
    const entry = { address: demoAddresses.unlisted, network: 'ethereum', name: 'Trust me' };
    repository.write('.address-risk.json', bookText({ addresses: [...book.addresses, entry] }));
  },
  'a denied address, and its list is removed': (repository) => {
    repository.write('src/payee.ts', using(demoAddresses.denied));
    repository.write('.address-risk.json', bookText({ lists: [] }));
    repository.delete('lists/deny.csv');
  },
  'an unlisted address, and a policy that fails for nothing': (repository) => {
    repository.write('src/payee.ts', using(demoAddresses.unlisted));
    repository.write('.address-risk.json', bookText({ policy: { fail: [] } }));
  },
  'a book whose JSON is broken': (repository) => {
    repository.write('src/payee.ts', using(demoAddresses.denied));
    repository.write('.address-risk.json', bookText().slice(0, -20));
  },
};

/** A repository with the base on `main`; HEAD is on `change`. */
export function demonstrationBase(): TestRepository {
  const repository = new TestRepository();
  repository.write('.address-risk.json', bookText());
  repository.write('lists/deny.csv', `address,name,network\n${demoAddresses.denied},Thief,base\n`);
  repository.write('src/treasury.ts', using(demoAddresses.listed));
  repository.commit('base');
  repository.git('checkout', '--quiet', '-b', 'change');
  return repository;
}

/** Makes a change on the base, which the next one takes back. */
export function demonstrate(
  repository: TestRepository,
  change: (repository: TestRepository) => void,
): void {
  repository.git('reset', '--quiet', '--hard', 'main');
  change(repository);
  repository.commit();
}
