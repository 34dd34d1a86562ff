export function packagesOf(inputs: readonly string[]): Set<string>;
export function noticesOf(folders: Iterable<string>): Promise<string>;
export function sbomOf(folders: Iterable<string>, product: string): Promise<string>;
