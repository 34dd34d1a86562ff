import { runProcess } from './runProcess.ts';

/** `address-risk COMMAND …` */
runProcess(process.argv.slice(2));
