/**
 * What the host sends to the page of a report: words that are ready to show, and lengths. The page
 * knows no path and no setting.
 */
import { isObject, type ActionView, type Target } from './messages.ts';

export interface RowView {
  readonly label: string;
  readonly value: string;
  /** Shown after the value, less prominently. */
  readonly note?: string;
}

/** The states make value, zero, unknown, and failed look different. */
export type SectionState = 'empty' | 'busy' | 'value' | 'stale' | 'failed';

/** What a section has to say about itself, and what can be done about it. */
export interface StatusView {
  readonly state: SectionState;
  /** The state in words; read out when it changes. */
  readonly text: string;
  /** Times that pass while the page is shown, in milliseconds since 1970, with their labels. */
  readonly clocks: readonly ClockView[];
  readonly actions: readonly ActionView[];
}

export interface ClockView {
  readonly label: string;
  /** Counts up from a time in the past, and down to one in the future. */
  readonly at: number;
}

/** How grave a level is among those of its scale: color and shape follow from it. */
export type Grade = 0 | 1 | 2 | 3;

export interface LevelView {
  readonly name: string;
  readonly grade: Grade;
}

/** The scale as a strip: where its levels begin, and where the score is; parts of its range, 0 to 1. */
export interface ScaleView {
  readonly label: string;
  readonly least: string;
  readonly most: string;
  readonly levels: readonly (LevelView & { readonly from: number })[];
  readonly at: number;
}

export interface FigureView {
  /** Rounded to be read, or a dash. */
  readonly value: string;
  /** As received; empty if `value` is that. */
  readonly exact: string;
  readonly caption: string;
  readonly level: LevelView | null;
  readonly scale: ScaleView | null;
}

/** A figure that is rounded to be read. */
export interface CellView {
  readonly text: string;
  /** As received; empty if `text` is that. */
  readonly exact: string;
}

export interface BarView {
  readonly name: string;
  /** Its length, 0 to 1; null if the value is not compared with the others. */
  readonly ratio: number | null;
  readonly isNegative: boolean;
  /** Not a category: the part of the whole that no category explains. */
  readonly isUnexplained: boolean;
  /** A percentage, or the value. */
  readonly figure: CellView;
  /** In the order of the columns of its chart. */
  readonly cells: readonly CellView[];
  /** What the category holds. */
  readonly inside: readonly ChartView[];
}

/** Categories as bars, each with its figures. */
export interface ChartView {
  /** Unique in its report: what the page remembers it by. */
  readonly id: string;
  readonly caption: string;
  /** The name of the column of figures. */
  readonly figureName: string;
  readonly categoryName: string;
  readonly columns: readonly string[];
  readonly bars: readonly BarView[];
}

/** A value of the response that cannot be read as a category, as received. */
export interface TreeView {
  readonly name: string;
  /** Of a plain value. */
  readonly value: string;
  readonly children: readonly TreeView[];
}

export interface ScoreView {
  readonly id: Target;
  readonly heading: string;
  readonly status: StatusView;
  readonly figure: FigureView;
  readonly warnings: readonly RowView[];
  readonly reasons: readonly string[];
  readonly facts: readonly RowView[];
  readonly charts: readonly ChartView[];
  readonly tree: readonly TreeView[];
}

/** One of two aggregators side by side. */
export interface ComparedView extends Pick<ScoreView, 'id' | 'heading' | 'figure'> {
  /** Null for the one that the report begins with. */
  readonly status: StatusView | null;
}

export interface ColumnView {
  readonly name: string;
  /** Its cells are figures, which are compared from line to line; otherwise words. */
  readonly isFigure: boolean;
}

/** A table of texts. The first column names its rows. */
export interface TableView {
  readonly caption: string;
  readonly columns: readonly ColumnView[];
  readonly rows: readonly (readonly CellView[])[];
}

export interface SectionView {
  readonly heading: string;
  readonly status: StatusView;
  readonly rows: readonly RowView[];
}

/** A part of the report that opens. */
export interface DetailView {
  readonly id: string;
  readonly heading: string;
  readonly rows: readonly RowView[];
  readonly tables: readonly TableView[];
  readonly actions: readonly ActionView[];
}

/** What the files of the workspace say of the address, and where it is in them. */
export interface WorkspaceView {
  /** Deny-list hits, each with the path of its list: the loudest part of the report. */
  readonly denials: readonly { readonly text: string; readonly path: string }[];
  readonly names: readonly { readonly name: string; readonly source: string }[];
  /** Review, note, and ignore of the address book. */
  readonly notes: readonly string[];
  readonly occurrences: {
    readonly text: string;
    /** Each opens its place. */
    readonly places: readonly ActionView[];
    readonly actions: readonly ActionView[];
  } | null;
}

export interface QuestionView {
  readonly text: string;
  readonly actions: readonly ActionView[];
}

export interface ReportView {
  readonly address: string;
  readonly copyAddress: ActionView;
  readonly pin: ActionView & { readonly isOn: boolean };
  readonly network: { readonly text: string; readonly isAssumed: boolean };
  readonly networkAction: ActionView;
  /** Null if the workspace says nothing of the address. */
  readonly workspace: WorkspaceView | null;
  /** *Contract*, as the service says it. */
  readonly contract: RowView | null;
  /** Shown above everything else, for example that the data is sample data. */
  readonly banner: {
    readonly text: string;
    readonly isSample: boolean;
    readonly actions: readonly ActionView[];
  } | null;
  /** The score of the aggregator in the settings. */
  readonly score: ScoreView | null;
  readonly question: QuestionView | null;
  /** Both aggregators side by side. */
  readonly comparison: {
    readonly heading: string;
    readonly scores: readonly ComparedView[];
    readonly table: TableView | null;
    readonly actions: readonly ActionView[];
  } | null;
  readonly summary: SectionView | null;
  readonly details: readonly DetailView[];
  readonly actions: readonly ActionView[];
  readonly footer: string;
  /** Words of the page itself. */
  readonly words: {
    readonly showMore: string;
    readonly showInside: string;
    readonly other: string;
  };
}

export interface HostMessage {
  readonly type: 'report';
  readonly report: ReportView;
  /** What the page keeps and the host gets back when the window is reloaded; opaque to the page. */
  readonly restore: unknown;
}

/** Whether a message is from the host. Of what is in it, only the outermost members are checked. */
export function isHostMessage(message: unknown): message is HostMessage {
  if (!isObject(message) || message['type'] !== 'report') return false;
  const { report } = message;
  return (
    isObject(report) && typeof report['address'] === 'string' && Array.isArray(report['details'])
  );
}
