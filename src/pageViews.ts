/**
 * Messages from the host to a report page: display-ready text and lengths. The page knows no paths
 * and no settings.
 */
import { isObject, type ActionView, type Target } from './panelProtocol.ts';

export interface RowView {
  readonly label: string;
  readonly value: string;
  /** Shown after the value, less prominently. */
  readonly note?: string;
  /** Its tooltip. */
  readonly hint?: string;
}

/** The states make value, zero, unknown, and failed look different. */
export type SectionState = 'empty' | 'busy' | 'value' | 'stale' | 'failed';

/** The status of a section, and actions for it. */
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

/** Severity of a level within its scale, which sets color and shape. */
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
  readonly levels: readonly (LevelView & {
    readonly from: number;
    /** The same as a number of the scale. */
    readonly starts: string;
  })[];
  readonly at: number;
}

export interface FigureView {
  /** Rounded to be read, or a dash. */
  readonly value: string;
  /** As received; empty if `value` is that. */
  readonly exact: string;
  /** A caveat about the number, such as a missing scale; empty if there is none. */
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
  /** Parts of the category. */
  readonly inside: readonly ChartView[];
}

/** Categories as bars, each with its figures. */
export interface ChartView {
  /** Unique in its report: the page stores its state under it. */
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

/** A category in points of the score. */
export interface PointView {
  readonly name: string;
  /** As received. */
  readonly key: string;
  /** By the category's own risk; null where that has no level. */
  readonly grade: Grade | null;
  /** Lengths of the bar, parts of the axis, 0 to 1. A category without directions is all direct. */
  readonly direct: number;
  readonly indirect: number;
  readonly points: CellView;
  readonly usd: CellView | null;
  readonly share: CellView | null;
}

/** Which categories make up the score, in points. */
export interface PointsView {
  readonly caption: string;
  readonly columns: readonly [category: string, points: string, usd: string, share: string];
  readonly hasUsd: boolean;
  readonly hasShare: boolean;
  readonly rows: readonly PointView[];
  /** The ends of the axis. */
  readonly least: string;
  readonly most: string;
  /** Legend for solid and hatched bars; empty without hatched bars. */
  readonly legend: readonly { readonly text: string; readonly isHatched: boolean }[];
  /** Parts that add no points, one line each. */
  readonly others: readonly string[];
  /** The points that have no category. */
  readonly without: readonly RowView[];
}

/** Stored scores of one method as a line, with the levels behind it. */
export interface TimelineView {
  readonly label: string;
  /** Parts of the height, from the bottom. */
  readonly bands: readonly { readonly grade: Grade; readonly from: number; readonly to: number }[];
  /** Parts of the width and of the height, oldest first. */
  readonly dots: readonly { readonly x: number; readonly y: number }[];
  readonly from: string;
  readonly to: string;
}

export interface MethodView {
  readonly text: string;
  /** Its name in the API. */
  readonly key: string;
  /** The meaning of the count, as a sentence. */
  readonly explanation: string;
}

export interface ScoreView {
  readonly id: Target;
  readonly heading: string;
  readonly status: StatusView;
  readonly figure: FigureView;
  readonly method: MethodView;
  /** Shown when there is no number. */
  readonly state: string;
  /** Null where a scale is set. */
  readonly setScale: ActionView | null;
  /** The reason of the score; empty if the response gives none. */
  readonly sentence: string;
  /** Reasons for doubt, as a sentence; may be empty. */
  readonly doubts: string;
  readonly warnings: readonly RowView[];
  /** Details next to *As of*. */
  readonly facts: readonly string[];
  /** Null if nothing that was received sums to the score. */
  readonly points: PointsView | null;
  /** The greatest categories, where no points are shown. */
  readonly reasons: readonly string[];
  readonly charts: readonly ChartView[];
  readonly tree: readonly TreeView[];
}

/** The method that the report does not begin with, in a line. */
export interface OtherMethodView {
  readonly heading: string;
  readonly method: MethodView;
  readonly figure: FigureView;
  /** Compared with the report's main score; empty if either is missing. */
  readonly difference: string;
  readonly status: StatusView;
  readonly table: TableView | null;
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

/** Facts about the address from workspace files, and its occurrences. */
export interface WorkspaceView {
  /** Deny-list hits, each with the path of its list, a look-alike, and whose name the code gives it: the loudest part. */
  readonly alarms: readonly {
    readonly kind: 'denied' | 'lookAlike' | 'namesake';
    readonly text: string;
    readonly path: string;
  }[];
  /** With the address that it looks like; null for no look-alike, and for a crowd. */
  readonly comparison: {
    readonly heading: string;
    readonly note: string;
    /** Every second part of an address differs. */
    readonly rows: readonly { readonly name: string; readonly parts: readonly string[] }[];
  } | null;
  readonly names: readonly { readonly name: string; readonly source: string }[];
  /** The unverified name in code, in quotes; null if there is none. */
  readonly inCode: { readonly name: string; readonly source: string } | null;
  /** Review, note, and ignore from the address book, and a namesake that is not an alarm. */
  readonly notes: readonly string[];
  readonly occurrences: {
    readonly text: string;
    /** The number of rows shown initially. */
    readonly firstShown: number;
    /** Each opens its place. `text`: of its line; may be empty. */
    readonly places: readonly { readonly action: ActionView; readonly text: string }[];
    /** The commit that last changed the first one; empty if Git does not know. */
    readonly note: string;
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
  readonly network: {
    readonly text: string;
    readonly isAssumed: boolean;
    /** Its evidence. */
    readonly evidence: string;
  };
  readonly networkAction: ActionView;
  /** Null if workspace files have nothing about the address. */
  readonly workspace: WorkspaceView | null;
  /** Shown beside the network. */
  readonly sample: { readonly text: string; readonly hint: string } | null;
  /** Why nothing is stored; shown instead of the score. */
  readonly banner: { readonly text: string } | null;
  /** The score of the aggregator in the settings. */
  readonly score: ScoreView | null;
  readonly question: QuestionView | null;
  /** *Next steps*: the first one is primary. */
  readonly actions: readonly ActionView[];
  readonly past: {
    readonly heading: string;
    /** Changes since the previous score, or that there is none. */
    readonly text: string;
    readonly timeline: TimelineView | null;
    /** Of the workspace: where the score is among others. */
    readonly notes: readonly string[];
    readonly table: TableView | null;
  };
  readonly other: OtherMethodView | null;
  readonly summary: SectionView | null;
  readonly details: readonly DetailView[];
  readonly footer: string;
  /** Words of the page itself. */
  readonly words: {
    readonly nextSteps: string;
    readonly parts: string;
    readonly noParts: string;
    readonly without: string;
    readonly allValues: string;
    readonly occurrences: string;
    readonly noOccurrences: string;
    /** Below deny-list hits. */
    readonly alarmNote: string;
    readonly history: string;
    readonly differences: string;
    readonly notScored: string;
    readonly showMore: string;
    readonly showInside: string;
    readonly other: string;
  };
}

export interface HostMessage {
  readonly type: 'report';
  readonly report: ReportView;
  /** Opaque state that the page keeps, and returns to the host after a reload. */
  readonly restore: unknown;
  /** Where the page goes; otherwise it stays where the user has left it. */
  readonly goTo?: Goal | undefined;
}

export type Goal = 'top' | 'difference';

/** Whether a message is from the host. Only its outermost members are checked. */
export function isHostMessage(message: unknown): message is HostMessage {
  if (!isObject(message) || message['type'] !== 'report') return false;
  const { report } = message;
  return (
    isObject(report) && typeof report['address'] === 'string' && Array.isArray(report['details'])
  );
}
