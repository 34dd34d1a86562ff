import type { JSX } from 'preact';
import { useContext } from 'preact/hooks';
import type { ReportView, WorkspaceView } from '../src/pageViews.ts';
import { Icon } from './icons.tsx';
import { PageContext } from './memory.ts';
import { Details } from './parts.tsx';

interface WorkspaceProps {
  readonly workspace: WorkspaceView;
}

/** Louder than all else: a name or an ignore hides none of them. */
export function Alarms({
  workspace: { alarms, comparison },
  note,
}: WorkspaceProps & { readonly note: string }): JSX.Element | null {
  if (alarms.length === 0) return null;
  return (
    <div class="banner alarm" role="alert">
      {alarms.map(({ text, path }, index) => (
        <p key={index}>
          <Icon name="error" />
          <span>
            <b>{text}</b> {path}
          </span>
        </p>
      ))}
      <p>{note}</p>
      {comparison === null ? null : (
        <Details id="comparison" heading={comparison.heading} isOpenAtFirst>
          <dl class="comparison">
            {comparison.rows.map(({ name, parts }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  {parts.map((part, at) => (at % 2 === 1 ? <mark key={at}>[{part}]</mark> : part))}
                </dd>
              </div>
            ))}
          </dl>
          <span>{comparison.note}</span>
        </Details>
      )}
    </div>
  );
}

export function Names({ workspace }: WorkspaceProps): JSX.Element | null {
  const { names, inCode, notes } = workspace;
  if (names.length + notes.length === 0 && inCode === null) return null;
  return (
    <ul class="known">
      {names.map(({ name, source }, index) => (
        <li key={`name ${index}`}>
          <b>{name}</b> <span class="source">· {source}</span>
        </li>
      ))}
      {inCode === null ? null : (
        <li class="source">
          {inCode.name} · {inCode.source}
        </li>
      )}
      {notes.map((note, index) => (
        <li key={`note ${index}`}>{note}</li>
      ))}
    </ul>
  );
}

interface OccurrencesProps {
  readonly workspace: WorkspaceView | null;
  readonly words: ReportView['words'];
}

/** Where the address occurs: the first places, and the others closed. */
export function Occurrences({ workspace, words }: OccurrencesProps): JSX.Element {
  const occurrences = workspace?.occurrences ?? null;
  return (
    <section class="section occurrences" aria-labelledby="occurrences-heading">
      <h2 id="occurrences-heading">{words.occurrences}</h2>
      {occurrences === null ? (
        <p class="quiet">{words.noOccurrences}</p>
      ) : (
        <Listed occurrences={occurrences} words={words} />
      )}
    </section>
  );
}

interface ListedProps {
  readonly occurrences: NonNullable<WorkspaceView['occurrences']>;
  readonly words: ReportView['words'];
}

function Listed({ occurrences, words }: ListedProps): JSX.Element {
  const { text, firstShown, places, note, actions } = occurrences;
  const more = places.slice(firstShown);
  return (
    <>
      <p class="quiet">{text}</p>
      <Places places={places.slice(0, firstShown)} />
      {more.length === 0 ? null : (
        <Details id="places" heading={words.showMore.replace('{0}', String(more.length))}>
          <Places places={more} />
        </Details>
      )}
      {note === '' ? null : <p class="quiet">{note}</p>}
      <Places places={actions.map((action) => ({ action, text: '' }))} />
    </>
  );
}

/** The host knows the files: a button has only the index of its place. */
function Places({
  places,
}: {
  readonly places: NonNullable<WorkspaceView['occurrences']>['places'];
}): JSX.Element | null {
  const { act } = useContext(PageContext);
  if (places.length === 0) return null;
  return (
    <ul>
      {places.map(({ action: { label, ...action }, text }, index) => (
        <li key={index}>
          <button type="button" class="link" data-action={action.id} onClick={() => act(action)}>
            {label}
          </button>
          {text === '' ? null : <code>{text}</code>}
        </li>
      ))}
    </ul>
  );
}
