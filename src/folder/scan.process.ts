import { serveFiles } from './scanDiskFiles.ts';

serveFiles();
