/** Every statement of a start and of a poll that changes something. */
export const paidStatements: Readonly<Record<string, RegExp>> = {
  'the charge': /^\s*INSERT INTO charge/,
  'the intent': /^\s*INSERT INTO job/,
  'the mark before the start': /UPDATE charge SET lease_until/,
  'the ID of the job': /^UPDATE job SET state = .*job_id = /,
  'the outcome of the charge': /^\s*UPDATE charge SET state = \$1 /,
  'the end of a stop': /^DELETE FROM stop/,
  'the ID of the member': /^\s*INSERT INTO member_job/,
  'the claim of the job': /^UPDATE job SET owner = .*NOT BETWEEN/s,
  'the turn to poll': /^\s*INSERT INTO turn/,
  'the count of the poll': /^\s*INSERT INTO poll_count/,
  'the result': /^\s*INSERT INTO result/,
  'the end of the turn': /^UPDATE turn SET holder = /,
};
