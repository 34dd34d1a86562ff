/**
 * Places where a package's structure shows that a string without a checksum belongs to NEAR, Sui,
 * Aptos, or Starknet.
 */
import ts from 'typescript';
import type { Family } from '../../src/networks/networks.ts';

const networks: readonly (readonly [Family, RegExp])[] = [
  ['near', /^near$|^nep141|^t?near(?:token)?$/i],
  ['sui', /^t?sui(?:token|testnet)?$|^suins?$/i],
  ['aptos', /^t?apt(?:os)?(?:token|nft|nftcollection|testnet)?$/i],
  ['starknet', /^starknet$|^strk$/i],
];

const familyNamed = (name: string): Family | undefined =>
  networks.find(([, names]) => names.test(name.replace(/["'`]/g, '')))?.[0];

/** A call by its name or an argument, a pair by its first element, a member by its key. */
function namedPlaceOf(node: ts.StringLiteralLike): Family | undefined {
  const { parent: owner } = node;
  const { fileName } = node.getSourceFile();
  if (ts.isPropertyAssignment(owner) && /PackageId$/i.test(owner.name.getText())) {
    if (fileName.includes('/sui/')) return 'sui';
  }
  let at: ts.Node = node;
  for (let depth = 0; depth < 8 && !ts.isSourceFile(at); depth++, at = at.parent) {
    const { parent } = at;
    if (ts.isPropertyAssignment(parent)) {
      if (/tx|hash|object/i.test(parent.name.getText())) return undefined;
      const family = familyNamed(parent.name.getText());
      if (family !== undefined) return family;
    }
    if (ts.isArrayLiteralExpression(parent) && parent.elements[0] !== at) {
      const family = familyNamed(parent.elements[0]?.getText() ?? '');
      if (family !== undefined) return family;
    }
    if (ts.isCallExpression(parent)) {
      const callee = /(\w+)\)?$/.exec(parent.expression.getText())?.[1] ?? '';
      const named = [callee, ...parent.arguments.map((one) => one.getText().split(':')[0] ?? '')];
      const family = named.map(familyNamed).find((each) => each !== undefined);
      if (family !== undefined) return family;
    }
  }
  return undefined;
}

const shapes: Partial<Record<Family, RegExp>> = {
  near: /^(?:[a-z0-9]+(?:[-_.][a-z0-9]+)*\.(?:near|testnet|tg)|[0-9a-f]{64})$/,
  sui: /^0x[0-9a-fA-F]{62,64}(?=$|::)/,
  aptos: /^0x[0-9a-fA-F]{62,64}(?=$|::)/,
  starknet: /^0x0?[0-7]?[0-9a-fA-F]{59,62}$/,
};

/** The address in such a string: all of it, or the part before the module of a Move type. */
export function namedAddressIn(
  node: ts.StringLiteralLike,
): { readonly text: string; readonly family: Family } | undefined {
  const family = namedPlaceOf(node);
  const [text] = (family && shapes[family]?.exec(node.text)) ?? [];
  return family === undefined || text === undefined ? undefined : { text, family };
}
