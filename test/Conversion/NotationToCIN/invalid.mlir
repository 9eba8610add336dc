// Every precondition, with the command and the statement in the way.

// RUN: not weft-opt %s -weft-apply-schedule=schedule=split(i,a,b 2>&1 | FileCheck %s --check-prefix=SYNTAX
// SYNTAX: schedule:1:12: error: expected ',', got the end of the schedule
// SYNTAX: note: hint: as in split(i,i0,i1,32)

// RUN: not weft-opt %s -weft-apply-schedule=schedule=split(q,a,b,2) 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: schedule:1:7: error: there is no loop over 'q'
// UNKNOWN: note: hint: the loops are i, j, k

// RUN: not weft-opt %s -weft-apply-schedule=schedule=split(i,a,b,2),split(i,c,d,2) 2>&1 | FileCheck %s --check-prefix=DERIVED
// DERIVED: schedule:1:22: error: there is no loop over 'i' any more: it is derived from others

// RUN: not weft-opt %s -weft-apply-schedule=schedule=split(i,j,b,2) 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: schedule:1:1: error: there is an index variable 'j' already; a new one needs a name of its own
// NAME: invalid.mlir:{{[0-9]+}}:{{[0-9]+}}: note: the statement is here

// RUN: not weft-opt %s -weft-apply-schedule=schedule=split(i,a,a,2) 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: cannot split 'i' into 'a' and 'a': expected two names

// RUN: not weft-opt %s -weft-apply-schedule=schedule=mergeby(j,Gallop),split(j,a,b,2) 2>&1 | FileCheck %s --check-prefix=TAGGED
// TAGGED: schedule:1:19: error: cannot split 'j', which has a tag; split it before it is tagged

// RUN: not weft-opt %s -weft-apply-schedule=schedule=balance(i,a,b,8),split(b,c,d,2) 2>&1 | FileCheck %s --check-prefix=BALANCED
// RUN: not weft-opt %s -weft-apply-schedule=schedule=balance(i,a,b,8),balance(a,c,d,2) 2>&1 | FileCheck %s --check-prefix=BALANCED
// BALANCED: cannot split '{{[ab]}}': it is over a part of 'i', which was balanced

// RUN: not weft-opt %s -weft-apply-schedule=schedule=balance(i,a,b,8),fuse(a,b,f) 2>&1 | FileCheck %s --check-prefix=BALANCED-FUSED
// BALANCED-FUSED: cannot collapse 'a' and 'b': it is over a part of 'i', which was balanced

// RUN: not weft-opt %s -weft-apply-schedule=schedule=split(i,a,b,8),balance(b,c,d,2) 2>&1 | FileCheck %s --check-prefix=BALANCED-PART
// RUN: not weft-opt %s -weft-apply-schedule=schedule=divide(i,a,b,8),balance(b,c,d,2) 2>&1 | FileCheck %s --check-prefix=BALANCED-PART
// BALANCED-PART: cannot balance 'b', which is a part of 'i'; balance that instead

// RUN: not weft-opt %s -weft-apply-schedule=schedule=mergeby(j,Gallop),mergeby(j,TwoFinger) 2>&1 | FileCheck %s --check-prefix=MERGED
// MERGED: the merge strategy of 'j' has been chosen already: gallop

// RUN: not weft-opt %s -weft-apply-schedule=schedule=unroll(i,2) 2>&1 | FileCheck %s --check-prefix=UNROLL
// UNROLL: cannot unroll 'i' by 2: its number of iterations is not a constant; split it first and unroll the coordinates of a tile

// RUN: not weft-opt %s -weft-apply-schedule=schedule=balance(i,a,b,8),unroll(b,2) 2>&1 | FileCheck %s --check-prefix=UNROLL-PART
// UNROLL-PART: cannot unroll 'b' by 2: the parts of 'i' have equal work, and any number of iterations; unroll the iterations of a tile that split makes

// RUN: not weft-opt %s -weft-apply-schedule=schedule=split(i,a,b,8),unroll(b,2),unroll(b,4) 2>&1 | FileCheck %s --check-prefix=UNROLLED
// UNROLLED: cannot unroll 'b' by 4: it is unrolled already

// RUN: not weft-opt %s -weft-apply-schedule=schedule=split(i,a,b,8),unroll(b,1025) 2>&1 | FileCheck %s --check-prefix=FACTOR
// FACTOR: cannot unroll 'b' by 1025: expected a factor from 1 to 1024

// RUN: not weft-opt %s -weft-apply-schedule=schedule=split(i,a,b,64),split(j,c,d,64),unroll(b,32),unroll(d,64) 2>&1 | FileCheck %s --check-prefix=COPIES
// RUN: not weft-opt %s -weft-apply-schedule=schedule=split(i,a,b,64),split(j,c,d,64),unroll(d,64),unroll(b,32) 2>&1 | FileCheck %s --check-prefix=COPIES
// COPIES: cannot unroll '{{[bd]}}' by {{32|64}}: with the loops that it is nested with, there would be more than 1024 copies of a statement

// RUN: not weft-opt %s -weft-apply-schedule=schedule=divide(k,a,b,4),parallelize(a,CPUThread,NoRaces),unroll(a,4) 2>&1 | FileCheck %s --check-prefix=PARALLEL
// PARALLEL: cannot unroll 'a' by 4: it is parallel

// RUN: not weft-opt %s -weft-apply-schedule=schedule=reorder(k,i) 2>&1 | FileCheck %s --check-prefix=NESTED
// NESTED: cannot nest 'i' and 'k', which are loops of different statements

// RUN: not weft-opt %s -weft-apply-schedule=schedule=reorder(j,i,j) 2>&1 | FileCheck %s --check-prefix=LISTED
// LISTED: expected each index variable once in a new order

// RUN: not weft-opt %s -weft-apply-schedule=schedule=reorder(j,i) 2>&1 | FileCheck %s --check-prefix=COMBINER
// COMBINER: schedule:1:1: error: cannot reorder the foralls around this: its combiner is not associative and commutative
func.func @kernel(%a: tensor<?x?xf64>, %y: tensor<?xf64>, %z: tensor<?xf64>, %m: index, %n: index) -> (tensor<?xf64>, tensor<?xf64>) {
  %r:2 = cin.kernel ins(%a) outs(%y, %z) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %zr: !cin.ref<tensor<?xf64>>, %em: index, %en: index):
    cin.multi {
      cin.forall "i" to %em {
      ^bb0(%i: !cin.index):
        cin.forall "j" to %en {
        ^bb0(%j: !cin.index):
          %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64>>
          cin.assign %yr[%i] arith.subf %0 : !cin.ref<tensor<?xf64>>
        }
      }
    } and {
      cin.forall "k" to %em {
      ^bb0(%k: !cin.index):
        %0 = cin.access %ar[%k, %k] : !cin.ref<tensor<?x?xf64>>
        cin.assign %zr[%k] = %0 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>)
  return %r#0, %r#1 : tensor<?xf64>, tensor<?xf64>
}
