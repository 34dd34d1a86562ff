import { commands, ViewColumn, window, type Location, type WebviewPanel } from 'vscode';

/** Opens a file at an address, in a column beside the report, so that the report stays in sight. */
export async function openPlace({ uri, range }: Location, panel: WebviewPanel): Promise<void> {
  await commands.executeCommand('vscode.open', uri, {
    selection: range,
    viewColumn: columnBeside(panel),
  });
}

function columnBeside({ viewColumn }: WebviewPanel): ViewColumn {
  const others = window.visibleTextEditors.flatMap((editor) => editor.viewColumn ?? []);
  const used = others.find((column) => column !== viewColumn);
  return used ?? (viewColumn === ViewColumn.One ? ViewColumn.Beside : ViewColumn.One);
}
