import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system of its own, so small that it can be filled. */
export interface SmallDisk {
  readonly folder: string;
  /** Leaves no room, or a little: files can be overwritten, and nothing can grow. */
  fill(leavingBytes?: number): void;
  free(): void;
  /** The same files, none of which can be written. */
  openReadOnly(): string;
  close(): Promise<void>;
}

/** @throws where no file system can be mounted: run the tests as root, or in `unshare -Urm` */
export async function openSmallDisk(bytes = 8 * 1024 * 1024): Promise<SmallDisk> {
  const folder = await mkdtemp(join(tmpdir(), 'address-risk-disk-'));
  const filler = join(folder, 'filler');
  const view = `${folder}-read-only`;
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=700`, 'tmpfs', folder]);
  return {
    folder,
    fill(leavingBytes = 0) {
      const { bavail, bsize } = statfsSync(folder);
      try {
        writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - leavingBytes)));
      } catch {
        // Other processes write meanwhile: now it is full.
      }
    },
    free: () => rmSync(filler, { force: true }),
    openReadOnly() {
      mkdirSync(view);
      execFileSync('mount', ['--bind', folder, view]);
      execFileSync('mount', ['-o', 'remount,bind,ro', view]);
      return view;
    },
    async close() {
      if (existsSync(view)) execFileSync('umount', ['-l', view]);
      execFileSync('umount', ['-l', folder]);
      await Promise.all([folder, view].map((each) => rm(each, { recursive: true, force: true })));
    },
  };
}
