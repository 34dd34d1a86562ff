;; BLAKE2b-512 and SHA-512/256 of one block. Both calculate with words of 64 bits, which WebAssembly
;; has and JavaScript has not: this takes a sixth of the time of a library in JavaScript, or less.
;;
;; Memory: at 0, the block of 128 bytes, which is replaced by its hash. With the 512 bytes after it, it
;; is the message schedule of SHA-512. At 640, the constants of its 80 rounds. At 1280, the initial
;; state of BLAKE2b. At 1344, that of SHA-512/256. At 1408, the message schedule of BLAKE2b.
(module
  (memory (export "memory") 1 1)

  ;; FIPS 180-4, section 4.2.3. Each word has its lowest byte first.
  (data (i32.const 640)
    "\22\ae\28\d7\98\2f\8a\42"
    "\cd\65\ef\23\91\44\37\71"
    "\2f\3b\4d\ec\cf\fb\c0\b5"
    "\bc\db\89\81\a5\db\b5\e9"
    "\38\b5\48\f3\5b\c2\56\39"
    "\19\d0\05\b6\f1\11\f1\59"
    "\9b\4f\19\af\a4\82\3f\92"
    "\18\81\6d\da\d5\5e\1c\ab"
    "\42\02\03\a3\98\aa\07\d8"
    "\be\6f\70\45\01\5b\83\12"
    "\8c\b2\e4\4e\be\85\31\24"
    "\e2\b4\ff\d5\c3\7d\0c\55"
    "\6f\89\7b\f2\74\5d\be\72"
    "\b1\96\16\3b\fe\b1\de\80"
    "\35\12\c7\25\a7\06\dc\9b"
    "\94\26\69\cf\74\f1\9b\c1"
    "\d2\4a\f1\9e\c1\69\9b\e4"
    "\e3\25\4f\38\86\47\be\ef"
    "\b5\d5\8c\8b\c6\9d\c1\0f"
    "\65\9c\ac\77\cc\a1\0c\24"
    "\75\02\2b\59\6f\2c\e9\2d"
    "\83\e4\a6\6e\aa\84\74\4a"
    "\d4\fb\41\bd\dc\a9\b0\5c"
    "\b5\53\11\83\da\88\f9\76"
    "\ab\df\66\ee\52\51\3e\98"
    "\10\32\b4\2d\6d\c6\31\a8"
    "\3f\21\fb\98\c8\27\03\b0"
    "\e4\0e\ef\be\c7\7f\59\bf"
    "\c2\8f\a8\3d\f3\0b\e0\c6"
    "\25\a7\0a\93\47\91\a7\d5"
    "\6f\82\03\e0\51\63\ca\06"
    "\70\6e\0e\0a\67\29\29\14"
    "\fc\2f\d2\46\85\0a\b7\27"
    "\26\c9\26\5c\38\21\1b\2e"
    "\ed\2a\c4\5a\fc\6d\2c\4d"
    "\df\b3\95\9d\13\0d\38\53"
    "\de\63\af\8b\54\73\0a\65"
    "\a8\b2\77\3c\bb\0a\6a\76"
    "\e6\ae\ed\47\2e\c9\c2\81"
    "\3b\35\82\14\85\2c\72\92"
    "\64\03\f1\4c\a1\e8\bf\a2"
    "\01\30\42\bc\4b\66\1a\a8"
    "\91\97\f8\d0\70\8b\4b\c2"
    "\30\be\54\06\a3\51\6c\c7"
    "\18\52\ef\d6\19\e8\92\d1"
    "\10\a9\65\55\24\06\99\d6"
    "\2a\20\71\57\85\35\0e\f4"
    "\b8\d1\bb\32\70\a0\6a\10"
    "\c8\d0\d2\b8\16\c1\a4\19"
    "\53\ab\41\51\08\6c\37\1e"
    "\99\eb\8e\df\4c\77\48\27"
    "\a8\48\9b\e1\b5\bc\b0\34"
    "\63\5a\c9\c5\b3\0c\1c\39"
    "\cb\8a\41\e3\4a\aa\d8\4e"
    "\73\e3\63\77\4f\ca\9c\5b"
    "\a3\b8\b2\d6\f3\6f\2e\68"
    "\fc\b2\ef\5d\ee\82\8f\74"
    "\60\2f\17\43\6f\63\a5\78"
    "\72\ab\f0\a1\14\78\c8\84"
    "\ec\39\64\1a\08\02\c7\8c"
    "\28\1e\63\23\fa\ff\be\90"
    "\e9\bd\82\de\eb\6c\50\a4"
    "\15\79\c6\b2\f7\a3\f9\be"
    "\2b\53\72\e3\f2\78\71\c6"
    "\9c\61\26\ea\ce\3e\27\ca"
    "\07\c2\c0\21\c7\b8\86\d1"
    "\1e\eb\e0\cd\d6\7d\da\ea"
    "\78\d1\6e\ee\7f\4f\7d\f5"
    "\ba\6f\17\72\aa\67\f0\06"
    "\a6\98\c8\a2\c5\7d\63\0a"
    "\ae\0d\f9\be\04\98\3f\11"
    "\1b\47\1c\13\35\0b\71\1b"
    "\84\7d\04\23\f5\77\db\28"
    "\93\24\c7\40\7b\ab\ca\32"
    "\bc\be\c9\15\0a\be\9e\3c"
    "\4c\0d\10\9c\c4\67\1d\43"
    "\b6\42\3e\cb\be\d4\c5\4c"
    "\2a\7e\65\fc\9c\29\7f\59"
    "\ec\fa\d6\3a\ab\6f\cb\5f"
    "\17\58\47\4a\8c\19\44\6c")

  ;; RFC 7693, section 2.6: the initial state of SHA-512.
  (data (i32.const 1280)
    "\08\c9\bc\f3\67\e6\09\6a"
    "\3b\a7\ca\84\85\ae\67\bb"
    "\2b\f8\94\fe\72\f3\6e\3c"
    "\f1\36\1d\5f\3a\f5\4f\a5"
    "\d1\82\e6\ad\7f\52\0e\51"
    "\1f\6c\3e\2b\8c\68\05\9b"
    "\6b\bd\41\fb\ab\d9\83\1f"
    "\79\21\7e\13\19\cd\e0\5b")

  ;; FIPS 180-4, section 5.3.6.2.
  (data (i32.const 1344)
    "\2c\f7\2b\fc\94\21\31\22"
    "\c2\64\4c\c8\a3\5f\55\9f"
    "\51\b1\53\6f\6b\b8\93\23"
    "\bd\ea\40\59\19\77\38\96"
    "\e3\ff\8e\a8\e2\3e\28\96"
    "\92\39\86\53\25\1e\5e\be"
    "\aa\b8\85\2c\fc\99\01\2b"
    "\a2\2c\c5\81\dc\2d\b7\0e")

  ;; SIGMA of RFC 7693, section 2.7, for 12 rounds: each number times 8, where its word is in memory.
  (data (i32.const 1408)
    "\00\08\10\18\20\28\30\38\40\48\50\58\60\68\70\78"
    "\70\50\20\40\48\78\68\30\08\60\00\10\58\38\28\18"
    "\58\40\60\00\28\10\78\68\50\70\18\30\38\08\48\20"
    "\38\48\18\08\68\60\58\70\10\30\28\50\20\00\78\40"
    "\48\00\28\38\10\20\50\78\70\08\58\60\30\40\18\68"
    "\10\60\30\50\00\58\40\18\20\68\38\28\78\70\08\48"
    "\60\28\08\78\70\68\20\50\00\38\30\18\48\10\40\58"
    "\68\58\38\70\60\08\18\48\28\00\78\20\40\30\10\50"
    "\30\78\70\48\58\18\00\40\60\10\68\38\08\20\50\28"
    "\50\10\40\20\38\30\08\28\78\58\48\70\18\60\68\00"
    "\00\08\10\18\20\28\30\38\40\48\50\58\60\68\70\78"
    "\70\50\20\40\48\78\68\30\08\60\00\10\58\38\28\18")

  ;; Section 3.2 of RFC 7693 for one block, without a key. Takes the length of the message in bytes.
  (func (export "blake2b") (param $length i32)
    (local $round i32)
    (local $v0 i64) (local $v1 i64) (local $v2 i64) (local $v3 i64)
    (local $v4 i64) (local $v5 i64) (local $v6 i64) (local $v7 i64)
    (local $v8 i64) (local $v9 i64) (local $v10 i64) (local $v11 i64)
    (local $v12 i64) (local $v13 i64) (local $v14 i64) (local $v15 i64)
    ;; The parameters are in the first word (section 2.5): a hash of 64 bytes, fan-out 1, depth 1.
    (local.set $v0 (i64.xor (i64.load offset=1280 (i32.const 0)) (i64.const 0x01010040)))
    (local.set $v1 (i64.load offset=1288 (i32.const 0)))
    (local.set $v2 (i64.load offset=1296 (i32.const 0)))
    (local.set $v3 (i64.load offset=1304 (i32.const 0)))
    (local.set $v4 (i64.load offset=1312 (i32.const 0)))
    (local.set $v5 (i64.load offset=1320 (i32.const 0)))
    (local.set $v6 (i64.load offset=1328 (i32.const 0)))
    (local.set $v7 (i64.load offset=1336 (i32.const 0)))
    (local.set $v8 (i64.load offset=1280 (i32.const 0)))
    (local.set $v9 (i64.load offset=1288 (i32.const 0)))
    (local.set $v10 (i64.load offset=1296 (i32.const 0)))
    (local.set $v11 (i64.load offset=1304 (i32.const 0)))
    (local.set $v12 (i64.load offset=1312 (i32.const 0)))
    (local.set $v13 (i64.load offset=1320 (i32.const 0)))
    (local.set $v14 (i64.load offset=1328 (i32.const 0)))
    (local.set $v15 (i64.load offset=1336 (i32.const 0)))
    (local.set $v12 (i64.xor (local.get $v12) (i64.extend_i32_u (local.get $length))))
    (local.set $v14 (i64.xor (local.get $v14) (i64.const -1)))
    (loop $rounds
      ;; The mixing function G of section 3.1, of each column.
      ;; Column 0.
      (local.set $v0
        (i64.add
          (i64.add (local.get $v0) (local.get $v4))
          (i64.load (i32.load8_u offset=1408 (local.get $round)))))
      (local.set $v12 (i64.rotr (i64.xor (local.get $v12) (local.get $v0)) (i64.const 32)))
      (local.set $v8 (i64.add (local.get $v8) (local.get $v12)))
      (local.set $v4 (i64.rotr (i64.xor (local.get $v4) (local.get $v8)) (i64.const 24)))
      (local.set $v0
        (i64.add
          (i64.add (local.get $v0) (local.get $v4))
          (i64.load (i32.load8_u offset=1409 (local.get $round)))))
      (local.set $v12 (i64.rotr (i64.xor (local.get $v12) (local.get $v0)) (i64.const 16)))
      (local.set $v8 (i64.add (local.get $v8) (local.get $v12)))
      (local.set $v4 (i64.rotr (i64.xor (local.get $v4) (local.get $v8)) (i64.const 63)))
      ;; Column 1.
      (local.set $v1
        (i64.add
          (i64.add (local.get $v1) (local.get $v5))
          (i64.load (i32.load8_u offset=1410 (local.get $round)))))
      (local.set $v13 (i64.rotr (i64.xor (local.get $v13) (local.get $v1)) (i64.const 32)))
      (local.set $v9 (i64.add (local.get $v9) (local.get $v13)))
      (local.set $v5 (i64.rotr (i64.xor (local.get $v5) (local.get $v9)) (i64.const 24)))
      (local.set $v1
        (i64.add
          (i64.add (local.get $v1) (local.get $v5))
          (i64.load (i32.load8_u offset=1411 (local.get $round)))))
      (local.set $v13 (i64.rotr (i64.xor (local.get $v13) (local.get $v1)) (i64.const 16)))
      (local.set $v9 (i64.add (local.get $v9) (local.get $v13)))
      (local.set $v5 (i64.rotr (i64.xor (local.get $v5) (local.get $v9)) (i64.const 63)))
      ;; Column 2.
      (local.set $v2
        (i64.add
          (i64.add (local.get $v2) (local.get $v6))
          (i64.load (i32.load8_u offset=1412 (local.get $round)))))
      (local.set $v14 (i64.rotr (i64.xor (local.get $v14) (local.get $v2)) (i64.const 32)))
      (local.set $v10 (i64.add (local.get $v10) (local.get $v14)))
      (local.set $v6 (i64.rotr (i64.xor (local.get $v6) (local.get $v10)) (i64.const 24)))
      (local.set $v2
        (i64.add
          (i64.add (local.get $v2) (local.get $v6))
          (i64.load (i32.load8_u offset=1413 (local.get $round)))))
      (local.set $v14 (i64.rotr (i64.xor (local.get $v14) (local.get $v2)) (i64.const 16)))
      (local.set $v10 (i64.add (local.get $v10) (local.get $v14)))
      (local.set $v6 (i64.rotr (i64.xor (local.get $v6) (local.get $v10)) (i64.const 63)))
      ;; Column 3.
      (local.set $v3
        (i64.add
          (i64.add (local.get $v3) (local.get $v7))
          (i64.load (i32.load8_u offset=1414 (local.get $round)))))
      (local.set $v15 (i64.rotr (i64.xor (local.get $v15) (local.get $v3)) (i64.const 32)))
      (local.set $v11 (i64.add (local.get $v11) (local.get $v15)))
      (local.set $v7 (i64.rotr (i64.xor (local.get $v7) (local.get $v11)) (i64.const 24)))
      (local.set $v3
        (i64.add
          (i64.add (local.get $v3) (local.get $v7))
          (i64.load (i32.load8_u offset=1415 (local.get $round)))))
      (local.set $v15 (i64.rotr (i64.xor (local.get $v15) (local.get $v3)) (i64.const 16)))
      (local.set $v11 (i64.add (local.get $v11) (local.get $v15)))
      (local.set $v7 (i64.rotr (i64.xor (local.get $v7) (local.get $v11)) (i64.const 63)))
      ;; And of each diagonal.
      ;; Diagonal 0.
      (local.set $v0
        (i64.add
          (i64.add (local.get $v0) (local.get $v5))
          (i64.load (i32.load8_u offset=1416 (local.get $round)))))
      (local.set $v15 (i64.rotr (i64.xor (local.get $v15) (local.get $v0)) (i64.const 32)))
      (local.set $v10 (i64.add (local.get $v10) (local.get $v15)))
      (local.set $v5 (i64.rotr (i64.xor (local.get $v5) (local.get $v10)) (i64.const 24)))
      (local.set $v0
        (i64.add
          (i64.add (local.get $v0) (local.get $v5))
          (i64.load (i32.load8_u offset=1417 (local.get $round)))))
      (local.set $v15 (i64.rotr (i64.xor (local.get $v15) (local.get $v0)) (i64.const 16)))
      (local.set $v10 (i64.add (local.get $v10) (local.get $v15)))
      (local.set $v5 (i64.rotr (i64.xor (local.get $v5) (local.get $v10)) (i64.const 63)))
      ;; Diagonal 1.
      (local.set $v1
        (i64.add
          (i64.add (local.get $v1) (local.get $v6))
          (i64.load (i32.load8_u offset=1418 (local.get $round)))))
      (local.set $v12 (i64.rotr (i64.xor (local.get $v12) (local.get $v1)) (i64.const 32)))
      (local.set $v11 (i64.add (local.get $v11) (local.get $v12)))
      (local.set $v6 (i64.rotr (i64.xor (local.get $v6) (local.get $v11)) (i64.const 24)))
      (local.set $v1
        (i64.add
          (i64.add (local.get $v1) (local.get $v6))
          (i64.load (i32.load8_u offset=1419 (local.get $round)))))
      (local.set $v12 (i64.rotr (i64.xor (local.get $v12) (local.get $v1)) (i64.const 16)))
      (local.set $v11 (i64.add (local.get $v11) (local.get $v12)))
      (local.set $v6 (i64.rotr (i64.xor (local.get $v6) (local.get $v11)) (i64.const 63)))
      ;; Diagonal 2.
      (local.set $v2
        (i64.add
          (i64.add (local.get $v2) (local.get $v7))
          (i64.load (i32.load8_u offset=1420 (local.get $round)))))
      (local.set $v13 (i64.rotr (i64.xor (local.get $v13) (local.get $v2)) (i64.const 32)))
      (local.set $v8 (i64.add (local.get $v8) (local.get $v13)))
      (local.set $v7 (i64.rotr (i64.xor (local.get $v7) (local.get $v8)) (i64.const 24)))
      (local.set $v2
        (i64.add
          (i64.add (local.get $v2) (local.get $v7))
          (i64.load (i32.load8_u offset=1421 (local.get $round)))))
      (local.set $v13 (i64.rotr (i64.xor (local.get $v13) (local.get $v2)) (i64.const 16)))
      (local.set $v8 (i64.add (local.get $v8) (local.get $v13)))
      (local.set $v7 (i64.rotr (i64.xor (local.get $v7) (local.get $v8)) (i64.const 63)))
      ;; Diagonal 3.
      (local.set $v3
        (i64.add
          (i64.add (local.get $v3) (local.get $v4))
          (i64.load (i32.load8_u offset=1422 (local.get $round)))))
      (local.set $v14 (i64.rotr (i64.xor (local.get $v14) (local.get $v3)) (i64.const 32)))
      (local.set $v9 (i64.add (local.get $v9) (local.get $v14)))
      (local.set $v4 (i64.rotr (i64.xor (local.get $v4) (local.get $v9)) (i64.const 24)))
      (local.set $v3
        (i64.add
          (i64.add (local.get $v3) (local.get $v4))
          (i64.load (i32.load8_u offset=1423 (local.get $round)))))
      (local.set $v14 (i64.rotr (i64.xor (local.get $v14) (local.get $v3)) (i64.const 16)))
      (local.set $v9 (i64.add (local.get $v9) (local.get $v14)))
      (local.set $v4 (i64.rotr (i64.xor (local.get $v4) (local.get $v9)) (i64.const 63)))
      (local.set $round (i32.add (local.get $round) (i32.const 16)))
      (br_if $rounds (i32.lt_u (local.get $round) (i32.const 192))))
    (i64.store (i32.const 0)
      (i64.xor
        (i64.xor (i64.load offset=1280 (i32.const 0)) (i64.const 0x01010040))
        (i64.xor (local.get $v0) (local.get $v8))))
    (i64.store offset=8 (i32.const 0)
      (i64.xor
        (i64.load offset=1288 (i32.const 0))
        (i64.xor (local.get $v1) (local.get $v9))))
    (i64.store offset=16 (i32.const 0)
      (i64.xor
        (i64.load offset=1296 (i32.const 0))
        (i64.xor (local.get $v2) (local.get $v10))))
    (i64.store offset=24 (i32.const 0)
      (i64.xor
        (i64.load offset=1304 (i32.const 0))
        (i64.xor (local.get $v3) (local.get $v11))))
    (i64.store offset=32 (i32.const 0)
      (i64.xor
        (i64.load offset=1312 (i32.const 0))
        (i64.xor (local.get $v4) (local.get $v12))))
    (i64.store offset=40 (i32.const 0)
      (i64.xor
        (i64.load offset=1320 (i32.const 0))
        (i64.xor (local.get $v5) (local.get $v13))))
    (i64.store offset=48 (i32.const 0)
      (i64.xor
        (i64.load offset=1328 (i32.const 0))
        (i64.xor (local.get $v6) (local.get $v14))))
    (i64.store offset=56 (i32.const 0)
      (i64.xor
        (i64.load offset=1336 (i32.const 0))
        (i64.xor (local.get $v7) (local.get $v15)))))

  ;; The bytes of a word in the other order: SHA-512 has the highest first, and memory the lowest.
  (func $reversed (param $word i64) (result i64)
    (local.set $word
      (i64.or
        (i64.shl (i64.and (local.get $word) (i64.const 0x00ff00ff00ff00ff)) (i64.const 8))
        (i64.and (i64.shr_u (local.get $word) (i64.const 8)) (i64.const 0x00ff00ff00ff00ff))))
    (local.set $word
      (i64.or
        (i64.shl (i64.and (local.get $word) (i64.const 0x0000ffff0000ffff)) (i64.const 16))
        (i64.and (i64.shr_u (local.get $word) (i64.const 16)) (i64.const 0x0000ffff0000ffff))))
    (i64.rotl (local.get $word) (i64.const 32)))

  ;; Section 6.4.2 of FIPS 180-4, from the initial state of SHA-512/256. Takes the padded block.
  (func (export "sha512_256")
    (local $at i32)
    (local $a i64) (local $b i64) (local $c i64) (local $d i64)
    (local $e i64) (local $f i64) (local $g i64) (local $h i64)
    (local $late i64) (local $early i64) (local $first i64)
    (loop $words
      (i64.store (local.get $at) (call $reversed (i64.load (local.get $at))))
      (local.set $at (i32.add (local.get $at) (i32.const 8)))
      (br_if $words (i32.lt_u (local.get $at) (i32.const 128))))
    ;; The message schedule: each word depends on those 2, 7, 15, and 16 before it.
    (local.set $at (i32.const 0))
    (loop $schedule
      (local.set $late (i64.load offset=112 (local.get $at)))
      (local.set $early (i64.load offset=8 (local.get $at)))
      (i64.store offset=128 (local.get $at)
        (i64.add
          (i64.add
            (i64.xor
              (i64.xor (i64.rotr (local.get $late) (i64.const 19)) (i64.rotr (local.get $late) (i64.const 61)))
              (i64.shr_u (local.get $late) (i64.const 6)))
            (i64.load offset=72 (local.get $at)))
          (i64.add
            (i64.xor
              (i64.xor (i64.rotr (local.get $early) (i64.const 1)) (i64.rotr (local.get $early) (i64.const 8)))
              (i64.shr_u (local.get $early) (i64.const 7)))
            (i64.load (local.get $at)))))
      (local.set $at (i32.add (local.get $at) (i32.const 8)))
      (br_if $schedule (i32.lt_u (local.get $at) (i32.const 512))))
    (local.set $a (i64.load offset=1344 (i32.const 0)))
    (local.set $b (i64.load offset=1352 (i32.const 0)))
    (local.set $c (i64.load offset=1360 (i32.const 0)))
    (local.set $d (i64.load offset=1368 (i32.const 0)))
    (local.set $e (i64.load offset=1376 (i32.const 0)))
    (local.set $f (i64.load offset=1384 (i32.const 0)))
    (local.set $g (i64.load offset=1392 (i32.const 0)))
    (local.set $h (i64.load offset=1400 (i32.const 0)))
    (local.set $at (i32.const 0))
    (loop $rounds
      ;; T1 of the standard: the sum of $h, the function of $e, Ch, a constant, and a word.
      (local.set $first
        (i64.add
          (i64.add
            (i64.add
              (local.get $h)
              (i64.xor
                (i64.xor (i64.rotr (local.get $e) (i64.const 14)) (i64.rotr (local.get $e) (i64.const 18)))
                (i64.rotr (local.get $e) (i64.const 41))))
            (i64.xor (local.get $g) (i64.and (local.get $e) (i64.xor (local.get $f) (local.get $g)))))
          (i64.add (i64.load offset=640 (local.get $at)) (i64.load (local.get $at)))))
      (local.set $h (local.get $g))
      (local.set $g (local.get $f))
      (local.set $f (local.get $e))
      (local.set $e (i64.add (local.get $d) (local.get $first)))
      ;; And T2: the function of $a, and Maj.
      (local.set $first
        (i64.add
          (local.get $first)
          (i64.add
            (i64.xor
              (i64.xor (i64.rotr (local.get $a) (i64.const 28)) (i64.rotr (local.get $a) (i64.const 34)))
              (i64.rotr (local.get $a) (i64.const 39)))
            (i64.or
              (i64.and (local.get $a) (local.get $b))
              (i64.and (local.get $c) (i64.or (local.get $a) (local.get $b)))))))
      (local.set $d (local.get $c))
      (local.set $c (local.get $b))
      (local.set $b (local.get $a))
      (local.set $a (local.get $first))
      (local.set $at (i32.add (local.get $at) (i32.const 8)))
      (br_if $rounds (i32.lt_u (local.get $at) (i32.const 640))))
    ;; The first half of the hash.
    (i64.store offset=0 (i32.const 0)
      (call $reversed (i64.add (local.get $a) (i64.load offset=1344 (i32.const 0)))))
    (i64.store offset=8 (i32.const 0)
      (call $reversed (i64.add (local.get $b) (i64.load offset=1352 (i32.const 0)))))
    (i64.store offset=16 (i32.const 0)
      (call $reversed (i64.add (local.get $c) (i64.load offset=1360 (i32.const 0)))))
    (i64.store offset=24 (i32.const 0)
      (call $reversed (i64.add (local.get $d) (i64.load offset=1368 (i32.const 0)))))))
