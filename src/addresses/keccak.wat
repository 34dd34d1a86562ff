;; Keccak-256 of one block. The steps and their names are those of FIPS 202, section 3.2. Lanes have
;; 64 bits, which WebAssembly has words for and JavaScript has not, and all of them are locals: this
;; takes a tenth of the time of a library in JavaScript.
;;
;; Memory: at 0, the padded block of 136 bytes, which is replaced by the 32 bytes of its hash. At 192,
;; the constants of the 24 rounds.
(module
  (memory (export "memory") 1 1)

  ;; The constants of iota (section 3.2.5), with the lowest byte first.
  (data (i32.const 192)
    "\01\00\00\00\00\00\00\00"
    "\82\80\00\00\00\00\00\00"
    "\8a\80\00\00\00\00\00\80"
    "\00\80\00\80\00\00\00\80"
    "\8b\80\00\00\00\00\00\00"
    "\01\00\00\80\00\00\00\00"
    "\81\80\00\80\00\00\00\80"
    "\09\80\00\00\00\00\00\80"
    "\8a\00\00\00\00\00\00\00"
    "\88\00\00\00\00\00\00\00"
    "\09\80\00\80\00\00\00\00"
    "\0a\00\00\80\00\00\00\00"
    "\8b\80\00\80\00\00\00\00"
    "\8b\00\00\00\00\00\00\80"
    "\89\80\00\00\00\00\00\80"
    "\03\80\00\00\00\00\00\80"
    "\02\80\00\00\00\00\00\80"
    "\80\00\00\00\00\00\00\80"
    "\0a\80\00\00\00\00\00\00"
    "\0a\00\00\80\00\00\00\80"
    "\81\80\00\80\00\00\00\80"
    "\80\80\00\00\00\00\00\80"
    "\01\00\00\80\00\00\00\00"
    "\08\80\00\80\00\00\00\80")

  (func (export "hash")
    (local $round i32)
    (local $a0 i64) (local $a1 i64) (local $a2 i64) (local $a3 i64) (local $a4 i64)
    (local $a5 i64) (local $a6 i64) (local $a7 i64) (local $a8 i64) (local $a9 i64)
    (local $a10 i64) (local $a11 i64) (local $a12 i64) (local $a13 i64) (local $a14 i64)
    (local $a15 i64) (local $a16 i64) (local $a17 i64) (local $a18 i64) (local $a19 i64)
    (local $a20 i64) (local $a21 i64) (local $a22 i64) (local $a23 i64) (local $a24 i64)
    ;; The state after rho and pi.
    (local $b0 i64) (local $b1 i64) (local $b2 i64) (local $b3 i64) (local $b4 i64)
    (local $b5 i64) (local $b6 i64) (local $b7 i64) (local $b8 i64) (local $b9 i64)
    (local $b10 i64) (local $b11 i64) (local $b12 i64) (local $b13 i64) (local $b14 i64)
    (local $b15 i64) (local $b16 i64) (local $b17 i64) (local $b18 i64) (local $b19 i64)
    (local $b20 i64) (local $b21 i64) (local $b22 i64) (local $b23 i64) (local $b24 i64)
    ;; The parities of columns, and what theta adds to each.
    (local $c0 i64) (local $c1 i64) (local $c2 i64) (local $c3 i64) (local $c4 i64)
    (local $d0 i64) (local $d1 i64) (local $d2 i64) (local $d3 i64) (local $d4 i64)
    ;; The block is the first 17 of 25 lanes. The others are 0. Lane x, y is number x + 5y.
    (local.set $a0 (i64.load offset=0 (i32.const 0)))
    (local.set $a1 (i64.load offset=8 (i32.const 0)))
    (local.set $a2 (i64.load offset=16 (i32.const 0)))
    (local.set $a3 (i64.load offset=24 (i32.const 0)))
    (local.set $a4 (i64.load offset=32 (i32.const 0)))
    (local.set $a5 (i64.load offset=40 (i32.const 0)))
    (local.set $a6 (i64.load offset=48 (i32.const 0)))
    (local.set $a7 (i64.load offset=56 (i32.const 0)))
    (local.set $a8 (i64.load offset=64 (i32.const 0)))
    (local.set $a9 (i64.load offset=72 (i32.const 0)))
    (local.set $a10 (i64.load offset=80 (i32.const 0)))
    (local.set $a11 (i64.load offset=88 (i32.const 0)))
    (local.set $a12 (i64.load offset=96 (i32.const 0)))
    (local.set $a13 (i64.load offset=104 (i32.const 0)))
    (local.set $a14 (i64.load offset=112 (i32.const 0)))
    (local.set $a15 (i64.load offset=120 (i32.const 0)))
    (local.set $a16 (i64.load offset=128 (i32.const 0)))
    (local.set $round (i32.const 192))
    (loop $rounds
      ;; Theta: each lane gets the parities of two columns.
      (local.set $c0
        (i64.xor
          (i64.xor (local.get $a0) (local.get $a5))
          (i64.xor (local.get $a10) (i64.xor (local.get $a15) (local.get $a20)))))
      (local.set $c1
        (i64.xor
          (i64.xor (local.get $a1) (local.get $a6))
          (i64.xor (local.get $a11) (i64.xor (local.get $a16) (local.get $a21)))))
      (local.set $c2
        (i64.xor
          (i64.xor (local.get $a2) (local.get $a7))
          (i64.xor (local.get $a12) (i64.xor (local.get $a17) (local.get $a22)))))
      (local.set $c3
        (i64.xor
          (i64.xor (local.get $a3) (local.get $a8))
          (i64.xor (local.get $a13) (i64.xor (local.get $a18) (local.get $a23)))))
      (local.set $c4
        (i64.xor
          (i64.xor (local.get $a4) (local.get $a9))
          (i64.xor (local.get $a14) (i64.xor (local.get $a19) (local.get $a24)))))
      (local.set $d0 (i64.xor (local.get $c4) (i64.rotl (local.get $c1) (i64.const 1))))
      (local.set $d1 (i64.xor (local.get $c0) (i64.rotl (local.get $c2) (i64.const 1))))
      (local.set $d2 (i64.xor (local.get $c1) (i64.rotl (local.get $c3) (i64.const 1))))
      (local.set $d3 (i64.xor (local.get $c2) (i64.rotl (local.get $c4) (i64.const 1))))
      (local.set $d4 (i64.xor (local.get $c3) (i64.rotl (local.get $c0) (i64.const 1))))
      ;; Rho and pi: each lane is turned, and moves to another place.
      (local.set $b0 (i64.xor (local.get $a0) (local.get $d0)))
      (local.set $b1 (i64.rotl (i64.xor (local.get $a6) (local.get $d1)) (i64.const 44)))
      (local.set $b2 (i64.rotl (i64.xor (local.get $a12) (local.get $d2)) (i64.const 43)))
      (local.set $b3 (i64.rotl (i64.xor (local.get $a18) (local.get $d3)) (i64.const 21)))
      (local.set $b4 (i64.rotl (i64.xor (local.get $a24) (local.get $d4)) (i64.const 14)))
      (local.set $b5 (i64.rotl (i64.xor (local.get $a3) (local.get $d3)) (i64.const 28)))
      (local.set $b6 (i64.rotl (i64.xor (local.get $a9) (local.get $d4)) (i64.const 20)))
      (local.set $b7 (i64.rotl (i64.xor (local.get $a10) (local.get $d0)) (i64.const 3)))
      (local.set $b8 (i64.rotl (i64.xor (local.get $a16) (local.get $d1)) (i64.const 45)))
      (local.set $b9 (i64.rotl (i64.xor (local.get $a22) (local.get $d2)) (i64.const 61)))
      (local.set $b10 (i64.rotl (i64.xor (local.get $a1) (local.get $d1)) (i64.const 1)))
      (local.set $b11 (i64.rotl (i64.xor (local.get $a7) (local.get $d2)) (i64.const 6)))
      (local.set $b12 (i64.rotl (i64.xor (local.get $a13) (local.get $d3)) (i64.const 25)))
      (local.set $b13 (i64.rotl (i64.xor (local.get $a19) (local.get $d4)) (i64.const 8)))
      (local.set $b14 (i64.rotl (i64.xor (local.get $a20) (local.get $d0)) (i64.const 18)))
      (local.set $b15 (i64.rotl (i64.xor (local.get $a4) (local.get $d4)) (i64.const 27)))
      (local.set $b16 (i64.rotl (i64.xor (local.get $a5) (local.get $d0)) (i64.const 36)))
      (local.set $b17 (i64.rotl (i64.xor (local.get $a11) (local.get $d1)) (i64.const 10)))
      (local.set $b18 (i64.rotl (i64.xor (local.get $a17) (local.get $d2)) (i64.const 15)))
      (local.set $b19 (i64.rotl (i64.xor (local.get $a23) (local.get $d3)) (i64.const 56)))
      (local.set $b20 (i64.rotl (i64.xor (local.get $a2) (local.get $d2)) (i64.const 62)))
      (local.set $b21 (i64.rotl (i64.xor (local.get $a8) (local.get $d3)) (i64.const 55)))
      (local.set $b22 (i64.rotl (i64.xor (local.get $a14) (local.get $d4)) (i64.const 39)))
      (local.set $b23 (i64.rotl (i64.xor (local.get $a15) (local.get $d0)) (i64.const 41)))
      (local.set $b24 (i64.rotl (i64.xor (local.get $a21) (local.get $d1)) (i64.const 2)))
      ;; Chi: each lane depends on the two after it in its row.
      (local.set $a0
        (i64.xor
          (local.get $b0)
          (i64.and (i64.xor (local.get $b1) (i64.const -1)) (local.get $b2))))
      (local.set $a1
        (i64.xor
          (local.get $b1)
          (i64.and (i64.xor (local.get $b2) (i64.const -1)) (local.get $b3))))
      (local.set $a2
        (i64.xor
          (local.get $b2)
          (i64.and (i64.xor (local.get $b3) (i64.const -1)) (local.get $b4))))
      (local.set $a3
        (i64.xor
          (local.get $b3)
          (i64.and (i64.xor (local.get $b4) (i64.const -1)) (local.get $b0))))
      (local.set $a4
        (i64.xor
          (local.get $b4)
          (i64.and (i64.xor (local.get $b0) (i64.const -1)) (local.get $b1))))
      (local.set $a5
        (i64.xor
          (local.get $b5)
          (i64.and (i64.xor (local.get $b6) (i64.const -1)) (local.get $b7))))
      (local.set $a6
        (i64.xor
          (local.get $b6)
          (i64.and (i64.xor (local.get $b7) (i64.const -1)) (local.get $b8))))
      (local.set $a7
        (i64.xor
          (local.get $b7)
          (i64.and (i64.xor (local.get $b8) (i64.const -1)) (local.get $b9))))
      (local.set $a8
        (i64.xor
          (local.get $b8)
          (i64.and (i64.xor (local.get $b9) (i64.const -1)) (local.get $b5))))
      (local.set $a9
        (i64.xor
          (local.get $b9)
          (i64.and (i64.xor (local.get $b5) (i64.const -1)) (local.get $b6))))
      (local.set $a10
        (i64.xor
          (local.get $b10)
          (i64.and (i64.xor (local.get $b11) (i64.const -1)) (local.get $b12))))
      (local.set $a11
        (i64.xor
          (local.get $b11)
          (i64.and (i64.xor (local.get $b12) (i64.const -1)) (local.get $b13))))
      (local.set $a12
        (i64.xor
          (local.get $b12)
          (i64.and (i64.xor (local.get $b13) (i64.const -1)) (local.get $b14))))
      (local.set $a13
        (i64.xor
          (local.get $b13)
          (i64.and (i64.xor (local.get $b14) (i64.const -1)) (local.get $b10))))
      (local.set $a14
        (i64.xor
          (local.get $b14)
          (i64.and (i64.xor (local.get $b10) (i64.const -1)) (local.get $b11))))
      (local.set $a15
        (i64.xor
          (local.get $b15)
          (i64.and (i64.xor (local.get $b16) (i64.const -1)) (local.get $b17))))
      (local.set $a16
        (i64.xor
          (local.get $b16)
          (i64.and (i64.xor (local.get $b17) (i64.const -1)) (local.get $b18))))
      (local.set $a17
        (i64.xor
          (local.get $b17)
          (i64.and (i64.xor (local.get $b18) (i64.const -1)) (local.get $b19))))
      (local.set $a18
        (i64.xor
          (local.get $b18)
          (i64.and (i64.xor (local.get $b19) (i64.const -1)) (local.get $b15))))
      (local.set $a19
        (i64.xor
          (local.get $b19)
          (i64.and (i64.xor (local.get $b15) (i64.const -1)) (local.get $b16))))
      (local.set $a20
        (i64.xor
          (local.get $b20)
          (i64.and (i64.xor (local.get $b21) (i64.const -1)) (local.get $b22))))
      (local.set $a21
        (i64.xor
          (local.get $b21)
          (i64.and (i64.xor (local.get $b22) (i64.const -1)) (local.get $b23))))
      (local.set $a22
        (i64.xor
          (local.get $b22)
          (i64.and (i64.xor (local.get $b23) (i64.const -1)) (local.get $b24))))
      (local.set $a23
        (i64.xor
          (local.get $b23)
          (i64.and (i64.xor (local.get $b24) (i64.const -1)) (local.get $b20))))
      (local.set $a24
        (i64.xor
          (local.get $b24)
          (i64.and (i64.xor (local.get $b20) (i64.const -1)) (local.get $b21))))
      ;; Iota.
      (local.set $a0 (i64.xor (local.get $a0) (i64.load (local.get $round))))
      (local.set $round (i32.add (local.get $round) (i32.const 8)))
      (br_if $rounds (i32.lt_u (local.get $round) (i32.const 384))))
    (i64.store offset=0 (i32.const 0) (local.get $a0))
    (i64.store offset=8 (i32.const 0) (local.get $a1))
    (i64.store offset=16 (i32.const 0) (local.get $a2))
    (i64.store offset=24 (i32.const 0) (local.get $a3))))
