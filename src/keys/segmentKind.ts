import type { Segment } from '../text/segments.ts';
import type { Name } from '../text/steps.ts';
import { isBareKey, kindOfCallee, kindOfName, type NameKind } from './words.ts';

const types =
  /^(?:static|[&*]?str|string|char|text|bytes?|hex|var|any|object|auto|vec|vector|list|array|arraylist|set|slice|mut)$/i;

/**
 * What the names before a value, or before a bracket around it, say: the nearest one that says something.
 *
 * @param isKeySized whether a bare `key` names the value, if it is nearest but for a type
 */
export function kindOfSegment(
  { names }: Segment,
  { isCallee = false, isKeySized = false }: { isCallee?: boolean; isKeySized?: boolean },
): NameKind | undefined {
  let mayBeCallee = isCallee;
  let mayBeBare = isKeySized;
  for (const name of names) {
    const isOfCall = mayBeCallee && name.role === 'words';
    const kind = isOfCall ? kindOfCallee(name.text) : kindOf(name);
    if (kind !== undefined) return kind;
    if (isOfCall) mayBeCallee = false;
    const word = bareWordOf(name);
    if (!mayBeBare || types.test(word) || word === '') continue;
    if (isBareKey(word)) return 'key';
    mayBeBare = false;
  }
  return undefined;
}

function kindOf({ text, role, tag = '' }: Name): NameKind | undefined {
  const kind = kindOfName(text) ?? kindOfName(tag);
  // One of several is a key: which one does not matter.
  return role === 'pattern' && kind !== 'key' ? undefined : kind;
}

function bareWordOf({ text, role }: Name): string {
  if (role === 'words') return text.slice(text.lastIndexOf(' ') + 1);
  return role === 'index' || role === 'pattern' ? '' : text;
}
