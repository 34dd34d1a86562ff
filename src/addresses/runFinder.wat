;; Finds the runs of base64 characters that can contain an address, and in each the runs of letters
;; and digits. The reference is `visitRuns` in runs.ts.
;;
;; 64 bytes at a time become the bits of one number, in which runs are found by arithmetic: a few
;; instructions without a branch that depends on the text, which is why this is faster than to walk
;; from character to character. The first pass tells only whether a byte is above *, which costs two
;; instructions for 16 bytes; what remains is read again with the exact set.
;;
;; Memory: five pages of results, five pages of bytes, ten pages of UTF-16 units. Results are
;; triples of numbers of 32 bits: the offset of a run, the offset after it, and the kinds of its
;; characters, as bits: 1 for letters and digits, 2 for + and /, 4 for - and _. The kinds of a run
;; inside the last one are 0. A run with another one inside has 27 bytes, a byte after it, and 24
;; bytes of results, so the results are never longer than the text.
(module
  (memory (export "memory") 20 20)

  ;; Where the next result is written.
  (global $next (mut i32) (i32.const 0))

  ;; From this length on, a run is a result even if it contains none of letters and digits.
  (global $shortestBase64 (mut i32) (i32.const 0))

  ;; The kinds of the characters of a run of base64 that has 16 bytes or more.
  (func $kindsOf (param $first i32) (param $after i32) (result i32)
    (local $at i32)
    (local $bytes v128)
    (local $standard v128)
    (local $url v128)
    (local $isStandard v128)
    (local $isUrl v128)
    (local $isOther v128)
    (local.set $at (local.get $first))
    (loop $windows
      ;; The last window ends with the run, and can overlap the one before.
      (if (i32.gt_u (i32.add (local.get $at) (i32.const 16)) (local.get $after))
        (then (local.set $at (i32.sub (local.get $after) (i32.const 16)))))
      (local.set $bytes (v128.load (local.get $at)))
      (local.set $isStandard
        (v128.or
          (i8x16.eq (local.get $bytes) (i8x16.splat (i32.const 0x2b)))
          (i8x16.eq (local.get $bytes) (i8x16.splat (i32.const 0x2f)))))
      (local.set $isUrl
        (v128.or
          (i8x16.eq (local.get $bytes) (i8x16.splat (i32.const 0x2d)))
          (i8x16.eq (local.get $bytes) (i8x16.splat (i32.const 0x5f)))))
      (local.set $standard (v128.or (local.get $standard) (local.get $isStandard)))
      (local.set $url (v128.or (local.get $url) (local.get $isUrl)))
      (local.set $isOther
        (v128.or
          (local.get $isOther)
          (v128.not (v128.or (local.get $isStandard) (local.get $isUrl)))))
      (local.set $at (i32.add (local.get $at) (i32.const 16)))
      (br_if $windows (i32.lt_u (local.get $at) (local.get $after))))
    (i32.or
      (v128.any_true (local.get $isOther))
      (i32.or
        (i32.shl (v128.any_true (local.get $standard)) (i32.const 1))
        (i32.shl (v128.any_true (local.get $url)) (i32.const 2)))))

  (func $write (param $first i32) (param $after i32) (param $kinds i32)
    (i32.store (global.get $next) (local.get $first))
    (i32.store offset=4 (global.get $next) (local.get $after))
    (i32.store offset=8 (global.get $next) (local.get $kinds))
    (global.set $next (i32.add (global.get $next) (i32.const 12))))

  ;; Writes a run of base64, and the runs of letters and digits inside it.
  (func $writeWithInner (param $first i32) (param $after i32)
    (local $kinds i32)
    (local $next i32)
    (local.set $kinds (call $kindsOf (local.get $first) (local.get $after)))
    (call $write (local.get $first) (local.get $after) (local.get $kinds))
    ;; Only letters and digits: the run inside would be the same.
    (br_if 0 (i32.eq (local.get $kinds) (i32.const 1)))
    (local.set $next (global.get $next))
    (call $findIn (local.get $first) (local.get $after)
      (v128.const i8x16 26 30 30 30 30 30 30 30 30 30 28 4 4 4 4 4)
      (v128.const i8x16 0 0 0 2 4 8 4 16 0 0 0 0 0 0 0 0)
      (i32.const 1))
    ;; Paths and rules of hyphens are most of the runs in code. They need not be looked at again.
    (if (i32.and
          (i32.eq (global.get $next) (local.get $next))
          (i32.lt_u
            (i32.sub (local.get $after) (local.get $first))
            (global.get $shortestBase64)))
      (then (global.set $next (i32.sub (local.get $next) (i32.const 12))))))

  ;; Where 26 bits in a row that are set begin.
  (func $startsIn (param $bits i64) (result i64)
    (local.set $bits (i64.and (local.get $bits) (i64.shr_u (local.get $bits) (i64.const 1))))
    (local.set $bits (i64.and (local.get $bits) (i64.shr_u (local.get $bits) (i64.const 2))))
    (local.set $bits (i64.and (local.get $bits) (i64.shr_u (local.get $bits) (i64.const 4))))
    (local.set $bits (i64.and (local.get $bits) (i64.shr_u (local.get $bits) (i64.const 8))))
    (i64.and (local.get $bits) (i64.shr_u (local.get $bits) (i64.const 10))))

  ;; One bit for each of 64 bytes, from the bits of four windows.
  (func $bitsOf (param $a i32) (param $b i32) (param $c i32) (param $d i32) (result i64)
    (i64.or
      (i64.extend_i32_u (i32.or (local.get $a) (i32.shl (local.get $b) (i32.const 16))))
      (i64.shl
        (i64.extend_i32_u (i32.or (local.get $c) (i32.shl (local.get $d) (i32.const 16))))
        (i64.const 32))))

  ;; One bit for each of 64 bytes that is in a set. The set is two tables, by the low and by the high
  ;; half of a byte: a byte is in the set if its two entries have a bit in common.
  (func $membersAt (param $at i32) (param $low v128) (param $high v128) (result i64)
    (local $nibble v128)
    (local $none v128)
    (local $bytes0 v128)
    (local $bytes1 v128)
    (local $bytes2 v128)
    (local $bytes3 v128)
    (local.set $nibble (i8x16.splat (i32.const 0x0f)))
    (local.set $bytes0 (v128.load (local.get $at)))
    (local.set $bytes1 (v128.load offset=16 (local.get $at)))
    (local.set $bytes2 (v128.load offset=32 (local.get $at)))
    (local.set $bytes3 (v128.load offset=48 (local.get $at)))
    (i64.xor
      (i64.const -1)
      (call $bitsOf
        (i8x16.bitmask
          (i8x16.eq
            (local.get $none)
            (v128.and
              (i8x16.swizzle
                (local.get $low)
                (v128.and (local.get $bytes0) (local.get $nibble)))
              (i8x16.swizzle
                (local.get $high)
                (i8x16.shr_u (local.get $bytes0) (i32.const 4))))))
        (i8x16.bitmask
          (i8x16.eq
            (local.get $none)
            (v128.and
              (i8x16.swizzle
                (local.get $low)
                (v128.and (local.get $bytes1) (local.get $nibble)))
              (i8x16.swizzle
                (local.get $high)
                (i8x16.shr_u (local.get $bytes1) (i32.const 4))))))
        (i8x16.bitmask
          (i8x16.eq
            (local.get $none)
            (v128.and
              (i8x16.swizzle
                (local.get $low)
                (v128.and (local.get $bytes2) (local.get $nibble)))
              (i8x16.swizzle
                (local.get $high)
                (i8x16.shr_u (local.get $bytes2) (i32.const 4))))))
        (i8x16.bitmask
          (i8x16.eq
            (local.get $none)
            (v128.and
              (i8x16.swizzle
                (local.get $low)
                (v128.and (local.get $bytes3) (local.get $nibble)))
              (i8x16.swizzle
                (local.get $high)
                (i8x16.shr_u (local.get $bytes3) (i32.const 4)))))))))

  ;; The bits of 64 bytes from $at, without those of bytes at or after $end.
  (func $cut (param $bits i64) (param $at i32) (param $end i32) (result i64)
    (if (result i64) (i32.gt_u (i32.add (local.get $at) (i32.const 64)) (local.get $end))
      (then
        (i64.and
          (local.get $bits)
          (i64.sub
            (i64.shl
              (i64.const 1)
              (i64.extend_i32_u (i32.sub (local.get $end) (local.get $at))))
            (i64.const 1))))
      (else (local.get $bits))))

  (func $writeFound (param $first i32) (param $after i32) (param $isInner i32)
    (if (local.get $isInner)
      (then (call $write (local.get $first) (local.get $after) (i32.const 0)))
      (else (call $writeWithInner (local.get $first) (local.get $after)))))

  ;; Finds the runs of a set between two offsets.
  (func $findIn
    (param $at i32) (param $end i32) (param $low v128) (param $high v128) (param $isInner i32)
    ;; The length of the run that continues at $at.
    (local $pending i32)
    (local $members i64)
    (local $lead i32)
    (local $starts i64)
    (local $first i32)
    (local $length i32)
    (loop $blocks
      (local.set $members
        (call $cut
          (call $membersAt (local.get $at) (local.get $low) (local.get $high))
          (local.get $at)
          (local.get $end)))
      (local.set $lead (i32.wrap_i64 (i64.ctz (i64.xor (i64.const -1) (local.get $members)))))
      (if (i32.eq (local.get $lead) (i32.const 64))
        (then (local.set $pending (i32.add (local.get $pending) (i32.const 64))))
        (else
          (if (i32.ge_u (i32.add (local.get $pending) (local.get $lead)) (i32.const 26))
            (then
              (call $writeFound
                (i32.sub (local.get $at) (local.get $pending))
                (i32.add (local.get $at) (local.get $lead))
                (local.get $isInner))))
          (local.set $pending
            (i32.wrap_i64 (i64.clz (i64.xor (i64.const -1) (local.get $members)))))
          ;; Without the runs at both ends.
          (local.set $members
            (i64.and
              (i64.and
                (local.get $members)
                (i64.add (local.get $members) (i64.const 1)))
              (i64.shr_u (i64.const -1) (i64.extend_i32_u (local.get $pending)))))
          (local.set $starts (call $startsIn (local.get $members)))
          ;; Two fit into a block.
          (block $none
            (loop $inside
              (br_if $none (i64.eqz (local.get $starts)))
              (local.set $first (i32.wrap_i64 (i64.ctz (local.get $starts))))
              (local.set $length
                (i32.wrap_i64
                  (i64.ctz
                    (i64.xor
                      (i64.const -1)
                      (i64.shr_u (local.get $members) (i64.extend_i32_u (local.get $first)))))))
              (local.set $starts
                (i64.and
                  (local.get $starts)
                  (i64.shl
                    (i64.const -1)
                    (i64.extend_i32_u (i32.add (local.get $first) (local.get $length))))))
              (call $writeFound
                (i32.add (local.get $at) (local.get $first))
                (i32.add (local.get $at) (i32.add (local.get $first) (local.get $length)))
                (local.get $isInner))
              (br $inside)))))
      (local.set $at (i32.add (local.get $at) (i32.const 64)))
      (br_if $blocks (i32.lt_u (local.get $at) (local.get $end))))
    ;; Only if $at is $end, because bits are cut there.
    (if (i32.ge_u (local.get $pending) (i32.const 26))
      (then
        (call $writeFound
          (i32.sub (local.get $at) (local.get $pending))
          (local.get $at)
          (local.get $isInner)))))

  ;; Finds the runs of base64 between two offsets.
  (func $findBase64 (param $from i32) (param $end i32)
    (call $findIn (local.get $from) (local.get $end)
      (v128.const i8x16 26 30 30 30 30 30 30 30 30 30 28 5 4 5 4 13)
      (v128.const i8x16 0 0 1 2 4 8 4 16 0 0 0 0 0 0 0 0)
      (i32.const 0)))

  ;; The number of triples at the start of the memory, for the text between two addresses in it.
  (func (export "find") (param $at i32) (param $end i32) (param $shortestBase64 i32) (result i32)
    ;; The number of bytes above * right before $at.
    (local $pending i32)
    (local $above i64)
    (local $starts i64)
    (local $lead i32)
    (local $trail i32)
    (local $after i32)
    (local $floor v128)
    (global.set $next (i32.const 0))
    (global.set $shortestBase64 (local.get $shortestBase64))
    ;; Below are blanks, quotes, and brackets. Bytes from 0x80 on are negative here, and below too.
    (local.set $floor (i8x16.splat (i32.const 0x2a)))
    (block $done
      (loop $blocks
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $above
          (i64.or
            (i64.extend_i32_u
              (i32.or
                (i8x16.bitmask (i8x16.gt_s (v128.load (local.get $at)) (local.get $floor)))
                (i32.shl
                  (i8x16.bitmask (i8x16.gt_s (v128.load offset=16 (local.get $at)) (local.get $floor)))
                  (i32.const 16))))
            (i64.shl
              (i64.extend_i32_u
                (i32.or
                  (i8x16.bitmask (i8x16.gt_s (v128.load offset=32 (local.get $at)) (local.get $floor)))
                  (i32.shl
                    (i8x16.bitmask (i8x16.gt_s (v128.load offset=48 (local.get $at)) (local.get $floor)))
                    (i32.const 16))))
              (i64.const 32))))
        (if (i32.gt_u (i32.add (local.get $at) (i32.const 64)) (local.get $end))
          (then (local.set $above (call $cut (local.get $above) (local.get $at) (local.get $end)))))
        (local.set $lead (i32.wrap_i64 (i64.ctz (i64.xor (i64.const -1) (local.get $above)))))
        (local.set $trail (i32.wrap_i64 (i64.clz (i64.xor (i64.const -1) (local.get $above)))))
        ;; As in $startsIn: a call for each block would cost as much as all the rest.
        (local.set $starts (i64.and (local.get $above) (i64.shr_u (local.get $above) (i64.const 1))))
        (local.set $starts (i64.and (local.get $starts) (i64.shr_u (local.get $starts) (i64.const 2))))
        (local.set $starts (i64.and (local.get $starts) (i64.shr_u (local.get $starts) (i64.const 4))))
        (local.set $starts (i64.and (local.get $starts) (i64.shr_u (local.get $starts) (i64.const 8))))
        (local.set $starts (i64.and (local.get $starts) (i64.shr_u (local.get $starts) (i64.const 10))))
        (if (i32.or
              (i32.ge_u (i32.add (local.get $pending) (local.get $lead)) (i32.const 26))
              (i64.ne (i64.const 0) (local.get $starts)))
          (then
            ;; It continues, perhaps for megabytes, and is read when it ends.
            (if (i32.eq (local.get $lead) (i32.const 64))
              (then
                (local.set $pending (i32.add (local.get $pending) (i32.const 64)))
                (local.set $at (i32.add (local.get $at) (i32.const 64)))
                (br $blocks)))
            (local.set $after (i32.sub (i32.add (local.get $at) (i32.const 64)) (local.get $trail)))
            (call $findBase64
              (i32.sub (local.get $at) (local.get $pending))
              (select
                (local.get $after)
                (local.get $end)
                (i32.lt_u (local.get $after) (local.get $end))))))
        (local.set $pending (local.get $trail))
        (local.set $at (i32.add (local.get $at) (i32.const 64)))
        (br $blocks)))
    (if (i32.ge_u (local.get $pending) (i32.const 26))
      (then (call $findBase64 (i32.sub (local.get $at) (local.get $pending)) (local.get $at))))
    (i32.div_u (global.get $next) (i32.const 12)))

  ;; Fast tests that rule out most texts, one bit each: 1 if 1pf or 1SW is between two offsets, for
  ;; short addresses, 2 if .near or .testnet may be, for named accounts, and 4 if a list of bytes may
  ;; be. Reads up to 64 bytes before and after them.
  (func (export "mayHave") (param $at i32) (param $end i32) (result i32)
    (local $found i32)
    (local $first v128)
    (local $second v128)
    (local $bytes v128)
    (local $marks v128)
    (local $firstMark v128)
    (local $next v128)
    (local $case v128)
    (local $firstNext v128)
    (local $low v128)
    (local $high v128)
    (local $nibble v128)
    ;; Engines write constants into registers where they are used, so all are kept in locals.
    (local.set $marks (v128.const i8x16 0x80 0 1 0 0 2 0 0 0 0 0 0 0 0 0 0))
    (local.set $firstMark (i8x16.splat (i32.const 0x2c)))
    (local.set $next (v128.const i8x16 1 0 2 0 0 2 1 0 0 0 0 0 0 0 0 0))
    (local.set $case (i8x16.splat (i32.const 0x20)))
    (local.set $firstNext (i8x16.splat (i32.const 0x6e)))
    (local.set $low (v128.const i8x16 6 12 12 12 44 44 12 4 54 39 1 0 2 1 0 0))
    (local.set $high (v128.const i8x16 1 0 2 4 8 16 8 32 0 0 0 0 0 0 0 0))
    (local.set $nibble (v128.const i64x2 0x0f0f0f0f0f0f0f0f 0x0f0f0f0f0f0f0f0f))
    (loop $blocks
      ;; A bit for each of three characters: 0x80 for a comma, 1 for a dot, 2 for 1. They are 0, 2,
      ;; and 5 places after the comma, and a place above 15 gives none.
      (local.set $first
        (i8x16.swizzle
          (local.get $marks)
          (i8x16.sub (v128.load (local.get $at)) (local.get $firstMark))))
      (local.set $second
        (i8x16.swizzle
          (local.get $marks)
          (i8x16.sub (v128.load offset=16 (local.get $at)) (local.get $firstMark))))
      ;; The same bits for what follows, in either case: 1 for n and t, 2 for p and s. Most blocks
      ;; contain neither the first two characters of one nor of the other.
      (if (v128.any_true
            (v128.or
              (v128.and
                (local.get $first)
                (i8x16.swizzle
                  (local.get $next)
                  (i8x16.sub
                    (v128.or (v128.load offset=1 (local.get $at)) (local.get $case))
                    (local.get $firstNext))))
              (v128.and
                (local.get $second)
                (i8x16.swizzle
                  (local.get $next)
                  (i8x16.sub
                    (v128.or (v128.load offset=17 (local.get $at)) (local.get $case))
                    (local.get $firstNext))))))
        (then
          (local.set $found
            (i32.or
              (local.get $found)
              (i32.or
                (call $foundAt (local.get $at))
                (call $foundAt (i32.add (local.get $at) (i32.const 16))))))))
      ;; Whether all of the first 16 bytes are of a list of bytes, and one is a comma. Not a call of
      ;; $ofListAt, which would cost as much as all the rest.
      (local.set $bytes (v128.load (local.get $at)))
      (if (i8x16.all_true
            (v128.and
              (i8x16.swizzle
                (local.get $low)
                (v128.and (local.get $bytes) (local.get $nibble)))
              (i8x16.swizzle
                (local.get $high)
                (i8x16.shr_u (local.get $bytes) (i32.const 4)))))
        (then
          (if (i8x16.bitmask (local.get $first))
            (then
              (local.set $found
                (i32.or
                  (local.get $found)
                  (call $listAt
                    (local.get $at)
                    (i8x16.bitmask (local.get $first))
                    (i8x16.bitmask (local.get $second)))))))))
      (local.set $at (i32.add (local.get $at) (i32.const 32)))
      (br_if $blocks
        (i32.and
          (i32.lt_u (local.get $at) (local.get $end))
          (i32.ne (local.get $found) (i32.const 7)))))
    (local.get $found))

  ;; 4 if 32 bytes may be in a list of bytes, of which the first 16 have its characters alone: they
  ;; have a decimal digit and two commas, or all have its characters, and two commas. And all that is
  ;; written in these characters there is as long as a list. Takes the places of the commas as bits.
  ;; The reference is `mayHaveByteList`.
  (func $listAt (param $at i32) (param $first i32) (param $second i32) (result i32)
    (local $length i32)
    (if (i32.lt_u
          (i32.add (i32.popcnt (local.get $first)) (i32.popcnt (local.get $second)))
          (i32.const 2))
      (then (return (i32.const 0))))
    (if (i32.eqz
          (v128.any_true
            (i8x16.eq
              (i8x16.shr_u (v128.load (local.get $at)) (i32.const 4))
              (i8x16.splat (i32.const 3)))))
      (then (return (i32.const 0))))
    (local.set $length
      (i32.wrap_i64
        (i64.ctz (i64.xor (i64.const -1) (call $ofListAt (local.get $at))))))
    (if (i32.and
          (i32.lt_u (i32.popcnt (local.get $first)) (i32.const 2))
          (i32.lt_u (local.get $length) (i32.const 32)))
      (then (return (i32.const 0))))
    (i32.shl
      (i32.ge_u
        (i32.add
          (local.get $length)
          (i32.wrap_i64
            (i64.clz
              (i64.xor
                (i64.const -1)
                (call $ofListAt (i32.sub (local.get $at) (i32.const 64)))))))
        (i32.const 47))
      (i32.const 2)))

  ;; Which of 64 bytes are hex digits, blanks, or one of ,()xXytu.
  (func $ofListAt (param $at i32) (result i64)
    (call $membersAt (local.get $at)
      (v128.const i8x16 6 12 12 12 44 44 12 4 54 39 1 0 2 1 0 0)
      (v128.const i8x16 1 0 2 4 8 16 8 32 0 0 0 0 0 0 0 0)))

  ;; The bits for 16 bytes: after 1, pf or SW; after a dot, nea or t..tn.
  (func $foundAt (param $at i32) (result i32)
    (local $next v128)
    (local $third v128)
    (local.set $next (v128.load offset=1 (local.get $at)))
    (local.set $third (v128.load offset=2 (local.get $at)))
    (i32.or
      (v128.any_true
        (v128.and
          (i8x16.eq (v128.load (local.get $at)) (i8x16.splat (i32.const 0x31)))
          (v128.or
            (v128.and
              (i8x16.eq (local.get $next) (i8x16.splat (i32.const 0x70)))
              (i8x16.eq (local.get $third) (i8x16.splat (i32.const 0x66))))
            (v128.and
              (i8x16.eq (local.get $next) (i8x16.splat (i32.const 0x53)))
              (i8x16.eq (local.get $third) (i8x16.splat (i32.const 0x57)))))))
      (i32.shl
        (v128.any_true
          (v128.and
            (i8x16.eq (v128.load (local.get $at)) (i8x16.splat (i32.const 0x2e)))
            (v128.or
              (v128.and
                (v128.and
                  (i8x16.eq (local.get $next) (i8x16.splat (i32.const 0x6e)))
                  (i8x16.eq (local.get $third) (i8x16.splat (i32.const 0x65))))
                (i8x16.eq (v128.load offset=3 (local.get $at)) (i8x16.splat (i32.const 0x61))))
              (v128.and
                (v128.and
                  (i8x16.eq (local.get $next) (i8x16.splat (i32.const 0x74)))
                  (i8x16.eq (v128.load offset=4 (local.get $at)) (i8x16.splat (i32.const 0x74))))
                (i8x16.eq (v128.load offset=5 (local.get $at)) (i8x16.splat (i32.const 0x6e)))))))
        (i32.const 1))))

  ;; Writes UTF-16 units as bytes: those above 255 as 0 or 255, which are in no set.
  (func (export "narrow") (param $from i32) (param $to i32) (param $length i32)
    (local $end i32)
    (local.set $end (i32.add (local.get $to) (local.get $length)))
    (loop $blocks
      (v128.store (local.get $to)
        (i8x16.narrow_i16x8_u
          (v128.load (local.get $from))
          (v128.load offset=16 (local.get $from))))
      (local.set $from (i32.add (local.get $from) (i32.const 32)))
      (local.set $to (i32.add (local.get $to) (i32.const 16)))
      (br_if $blocks (i32.lt_u (local.get $to) (local.get $end))))))
