import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { repository } from '../../harness/extension.ts';

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const read = (...path: string[]): string => readFileSync(join(repository, ...path), 'utf8');
const readJson = (...path: string[]): unknown => JSON.parse(read(...path));

describe('the package of corpora', () => {
  const { dependencies = {} } = readJson('test', 'detection', 'package.json') as Manifest;

  it('is no part of what npm ci installs at the root', () => {
    const root = readJson('package.json') as Manifest;
    const installed = Object.keys({ ...root.dependencies, ...root.devDependencies });
    assert.ok(Object.keys(dependencies).length > 20);
    assert.deepEqual(
      installed.filter((name) => name in dependencies),
      [],
    );
  });

  it('fixes every version', () => {
    for (const version of Object.values(dependencies)) assert.match(version, /^\d+\.\d+\.\d+$/);
  });

  it('has a lockfile that names every package and no registry', () => {
    const text = read('test', 'detection', 'package-lock.json');
    assert.doesNotMatch(text, /"resolved"/);
    const { packages } = JSON.parse(text) as {
      readonly packages: Readonly<Record<string, { readonly version: string }>>;
    };
    for (const [name, version] of Object.entries(dependencies)) {
      assert.equal(packages[`node_modules/${name}`]?.version, version, name);
    }
  });
});
