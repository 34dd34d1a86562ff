import { serveFiles } from './filesThread.ts';

serveFiles();
