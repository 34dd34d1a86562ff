/** Places where a package's structure shows that a string belongs to Solana. */
import ts from 'typescript';
import type { CorpusFile } from './packages.ts';

/** Packages only about Solana, in which 32 bytes in base58 are an account. */
const ofSolana: ReadonlySet<string> = new Set([
  '@solana/spl-token-registry',
  '@orca-so/whirlpools-sdk',
  '@coral-xyz/anchor',
  'sablier',
]);

export function isSolanaPlace(
  node: ts.StringLiteralLike,
  file: Pick<CorpusFile, 'package' | 'path'>,
): boolean {
  // Arweave's IDs are 32 bytes too.
  if (ofSolana.has(file.package)) return !node.text.includes('arweave');
  if (file.package === 'chain-registry') return isSolanaAsset(node) || isSolanaAlias(node);
  return isSolanaInLists(node, file.path);
}

/** The nearest object around it with a name of a chain names Solana. */
function isSolanaAsset(node: ts.StringLiteralLike): boolean {
  for (let at: ts.Node = node; !ts.isSourceFile(at); at = at.parent) {
    if (!ts.isObjectLiteralExpression(at)) continue;
    const names = at.properties.map((property) => property.getText());
    const chain = names.find((text) => text.startsWith('chainName:'));
    if (chain !== undefined) return /^chainName: 'solana(?:testnet)?'$/.test(chain);
  }
  return false;
}

/** An alias of an asset on Solana, or the end of its path: `transfer/channel-71/…`. */
function isSolanaAlias(node: ts.StringLiteralLike): boolean {
  const denom = node.text.slice(node.text.lastIndexOf('/') + 1);
  const [, ...onSolana] = node.getSourceFile().text.split("chainName: 'solana',");
  return onSolana.some((part) => part.trimStart().startsWith(`baseDenom: '${denom}'`));
}

/** By structures that no two of the packages share. */
function isSolanaInLists(node: ts.StringLiteralLike, path: string): boolean {
  const { parent } = node;
  // @swapkit/tokens: a list by its provider, or an asset that begins with its chain.
  if (ts.isPropertyAssignment(parent) && parent.name.getText() === 'logoURI') return false;
  if (node.text.startsWith('SOL.')) return true;
  if (/jupiter/i.test(path)) {
    return ts.isPropertyAssignment(parent) && parent.name.getText() === 'address';
  }
  // @bitgo/statics: the constructor by its name.
  // multicoin-address-validator: the chain is another argument.
  if (ts.isCallExpression(parent)) {
    const [first, ...others] = parent.arguments.map((argument) => argument.getText());
    const isNamed = /\bt?sol/i.test(parent.expression.getText());
    return isNamed || (first === node.getText() && others.some((text) => /sol|bonk/i.test(text)));
  }
  // @swapkit/tokens elsewhere, @bitgo/statics' programs: a sibling, or the name of the enumeration.
  if (ts.isPropertyAssignment(parent)) {
    const siblings = parent.parent.properties.map((property) => property.getText());
    if (siblings.some((text) => /^chain: "SOL"/.test(text))) return true;
  }
  if (ts.isBinaryExpression(parent) && /^ProgramID\[/.test(parent.left.getText())) return true;
  // @wormhole-foundation/sdk-base: a pair of chain and contract, or a key.
  const row = ts.isArrayLiteralExpression(parent) ? parent.elements[0]?.getText() : undefined;
  if (row !== undefined && /^["'](?:Solana|Pythnet|Fogo)["']$/.test(row)) return true;
  let owner: ts.Node = parent;
  for (let depth = 0; depth < 6; depth++) {
    if (ts.isSourceFile(owner)) return false;
    const name = ts.isPropertyAssignment(owner) ? owner.name.getText() : '';
    if (/^["']?(?:Solana|Pythnet|Fogo)["']?$/i.test(name)) return true;
    const head = ts.isArrayLiteralExpression(owner) ? owner.elements[0]?.getText() : undefined;
    if (head !== undefined && /^["'](?:Solana|Pythnet|Fogo)["']$/.test(head)) return true;
    owner = owner.parent;
  }
  return false;
}
