import type { JSX } from 'preact';
import { useContext } from 'preact/hooks';
import type { WorkspaceView } from '../src/pageViews.ts';
import { Icon } from './icons.tsx';
import { PageContext } from './memory.ts';

interface WorkspaceProps {
  readonly workspace: WorkspaceView;
}

/** Louder than all else: a name or an ignore hides none of them. */
export function Denials({ workspace: { denials } }: WorkspaceProps): JSX.Element | null {
  if (denials.length === 0) return null;
  return (
    <div class="banner denied" role="alert">
      {denials.map(({ text, path }, index) => (
        <p key={index}>
          <Icon name="error" />
          <span>
            <b>{text}</b> {path}
          </span>
        </p>
      ))}
    </div>
  );
}

export function Names({ workspace: { names, notes } }: WorkspaceProps): JSX.Element | null {
  if (names.length + notes.length === 0) return null;
  return (
    <ul class="known">
      {names.map(({ name, source }, index) => (
        <li key={`name ${index}`}>
          <b>{name}</b> <span class="source">· {source}</span>
        </li>
      ))}
      {notes.map((note, index) => (
        <li key={`note ${index}`}>{note}</li>
      ))}
    </ul>
  );
}

/** Where the address occurs. The host knows the files: a button has only the index of its place. */
export function Occurrences({ workspace: { occurrences } }: WorkspaceProps): JSX.Element | null {
  const { act } = useContext(PageContext);
  if (occurrences === null) return null;
  const { text, places, actions } = occurrences;
  return (
    <div class="occurrences">
      <p id="occurrences">{text}</p>
      <ul aria-labelledby="occurrences">
        {[...places, ...actions].map(({ label, ...action }, index) => (
          <li key={index}>
            <button type="button" class="link" data-action={action.id} onClick={() => act(action)}>
              {label}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
