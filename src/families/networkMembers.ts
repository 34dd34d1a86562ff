/** `chain: "sui"`, `"network": "starknet"`. */
const member =
  /(?<![A-Za-z])(?:chain(?:_?name)?|network(?:_?name)?|blockchain|platform|protocol|ecosystem)["'`]?\s{0,4}[:=]\s{0,4}["'`]([\w .:-]{2,24})["'`]/i;

/** A piece of each name in `member`: it takes half the time where there is none of them. */
const memberPart = /hain|etwork|latform|rotocol|cosystem/i;

/** The network that the first such member of a part of a text names. */
export const networkMemberIn = (part: string): string | undefined =>
  memberPart.test(part) ? member.exec(part)?.[1] : undefined;
