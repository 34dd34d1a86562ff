/** CRC-16/XMODEM, polynomial 0x1021, initial value 0: the remainder for each byte. */
const remainders = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8;
  for (let bit = 0; bit < 8; bit++) crc = (crc << 1) ^ ((crc & 0x8000) === 0 ? 0 : 0x1021);
  return crc;
});

/** Zero for a message with its own checksum behind it, the most significant byte first. */
export function crc16(message: Uint8Array): number {
  let crc = 0;
  for (const byte of message) {
    crc = ((crc << 8) & 0xffff) ^ (remainders[(crc >> 8) ^ byte] ?? 0);
  }
  return crc;
}
