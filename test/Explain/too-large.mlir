// RUN: weft-opt %s --print-iteration-graphs -verify-diagnostics
// RUN: weft-opt %s --print-concrete-notation | FileCheck %s
// RUN: weft-opt %s --print-explanation | FileCheck %s --check-prefix=EXPLAIN
// RUN: weft-opt %s --print-explanation="html=1" | FileCheck %s --check-prefix=PAGE

// Values that are used twice double the expression that they stand for. Graphs
// that nobody can read are refused, and such expressions are abbreviated, rather
// than written out.

// The rest of an explanation does not suffer.
// EXPLAIN: Kernel: ∀i y(i) =
// EXPLAIN: Tensors
// EXPLAIN: y: compressed over mode 1
// EXPLAIN: Iteration graph
// EXPLAIN-NEXT: {{^}}    too large to be shown: it has more than 4096 nodes{{$}}
// PAGE: too large to be shown: it has more than 4096 nodes

#Sparse = #level.format<(i) -> (i : compressed)>

// CHECK: {{^}}∀i y(i) = {{.*}}(... * b(i) + ... * c(i)) * {{.*}} * c(i){{$}}
func.func @doubling(%x: tensor<?xf64, #Sparse> {weft.name = "x"},
                    %b: tensor<?xf64, #Sparse> {weft.name = "b"},
                    %c: tensor<?xf64, #Sparse> {weft.name = "c"},
                    %out: tensor<?xf64, #Sparse>, %n: index)
    -> (tensor<?xf64, #Sparse> {weft.name = "y"}) {
  %y = cin.kernel ins(%x, %b, %c) outs(%out) extents(%n) {
  ^bb0(%xr: !cin.ref<tensor<?xf64, #Sparse>>, %br: !cin.ref<tensor<?xf64, #Sparse>>,
       %cr: !cin.ref<tensor<?xf64, #Sparse>>, %o: !cin.ref<tensor<?xf64, #Sparse>>,
       %en: index):
    cin.forall "i" to %en {
    ^bb0(%i: !cin.index):
      %b0 = cin.access %br[%i] : !cin.ref<tensor<?xf64, #Sparse>>
      %c0 = cin.access %cr[%i] : !cin.ref<tensor<?xf64, #Sparse>>
      %x0 = cin.access %xr[%i] : !cin.ref<tensor<?xf64, #Sparse>>
      %l0 = arith.mulf %x0, %b0 : f64
      %r0 = arith.mulf %x0, %c0 : f64
      %x1 = arith.addf %l0, %r0 : f64
      %l1 = arith.mulf %x1, %b0 : f64
      %r1 = arith.mulf %x1, %c0 : f64
      %x2 = arith.addf %l1, %r1 : f64
      %l2 = arith.mulf %x2, %b0 : f64
      %r2 = arith.mulf %x2, %c0 : f64
      %x3 = arith.addf %l2, %r2 : f64
      %l3 = arith.mulf %x3, %b0 : f64
      %r3 = arith.mulf %x3, %c0 : f64
      %x4 = arith.addf %l3, %r3 : f64
      %l4 = arith.mulf %x4, %b0 : f64
      %r4 = arith.mulf %x4, %c0 : f64
      %x5 = arith.addf %l4, %r4 : f64
      %l5 = arith.mulf %x5, %b0 : f64
      %r5 = arith.mulf %x5, %c0 : f64
      %x6 = arith.addf %l5, %r5 : f64
      %l6 = arith.mulf %x6, %b0 : f64
      %r6 = arith.mulf %x6, %c0 : f64
      %x7 = arith.addf %l6, %r6 : f64
      %l7 = arith.mulf %x7, %b0 : f64
      %r7 = arith.mulf %x7, %c0 : f64
      %x8 = arith.addf %l7, %r7 : f64
      %l8 = arith.mulf %x8, %b0 : f64
      %r8 = arith.mulf %x8, %c0 : f64
      %x9 = arith.addf %l8, %r8 : f64
      %l9 = arith.mulf %x9, %b0 : f64
      %r9 = arith.mulf %x9, %c0 : f64
      // expected-error@below {{the iteration graph is too large to be shown: it has more than 4096 nodes}}
      %x10 = arith.addf %l9, %r9 : f64
      %l10 = arith.mulf %x10, %b0 : f64
      %r10 = arith.mulf %x10, %c0 : f64
      %x11 = arith.addf %l10, %r10 : f64
      %l11 = arith.mulf %x11, %b0 : f64
      %r11 = arith.mulf %x11, %c0 : f64
      %x12 = arith.addf %l11, %r11 : f64
      cin.assign %o[%i] = %r11 : !cin.ref<tensor<?xf64, #Sparse>>
    }
  } : (tensor<?xf64, #Sparse>, tensor<?xf64, #Sparse>, tensor<?xf64, #Sparse>, tensor<?xf64, #Sparse>) -> tensor<?xf64, #Sparse>
  return %y : tensor<?xf64, #Sparse>
}
