/** What is used of WebAssembly. The types of Node do not have it. */
declare const WebAssembly: {
  readonly validate: (bytes: Uint8Array) => boolean;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: object };
};

/** Whether this processor has the instructions of a module. */
export const isSupported = (bytes: Uint8Array): boolean => WebAssembly.validate(bytes);

/** The exports of a module that has no imports. */
export function exportsOf(bytes: Uint8Array): object {
  return new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports;
}
