// RUN: weft-opt %s --convert-tin-to-cin --print-explanation | FileCheck %s
// RUN: weft-opt %s --convert-tin-to-cin --cin-set-assembly=assembly=two_phase --print-explanation | FileCheck %s --check-prefix=PHASES
// RUN: weft-opt %s --convert-tin-to-cin --cin-set-assembly=drop-fill --print-explanation | FileCheck %s --check-prefix=DROP

// How tensors are stored, and how results are made.

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#Far = #level.format<(i, j) -> (i : dense, j : compressed), fill = 0x7FF0000000000000 : f64>
#BCSR = #level.format<(i, j) -> (i floordiv 2 : dense, j floordiv 3 : compressed,
                                 i mod 2 : dense, j mod 3 : dense)>
#ELL = #level.format<(i, j) -> (slot : dense, i : dense, j : padded)>

// CHECK-LABEL: Kernel: ∀i ∀j C(i,j) = A(i,j)
// CHECK-NEXT: Tensors
// CHECK-NEXT: {{^}}    C: dense over mode 1, compressed over mode 2; what is not stored is inf; made in one pass, in arrays that grow{{$}}
// CHECK-NEXT: {{^}}    A: compressed (nonunique) over mode 1, singleton over mode 2; what is not stored is inf{{$}}
// CHECK-NEXT: Iteration graph
// PHASES-LABEL: Kernel: ∀i ∀j C(i,j) = A(i,j)
// PHASES: {{^}}    C: {{.*}}; made in two passes, which count coordinates and store them with the components, in arrays of their final sizes{{$}}
// DROP-LABEL: Kernel: ∀i ∀j C(i,j) = A(i,j)
// DROP: {{^}}    C: {{.*}} in arrays that grow; components that turn out to be the fill are dropped{{$}}
#FarCOO = #level.format<(i, j) -> (i : compressed(nonunique), j : singleton), fill = 0x7FF0000000000000 : f64>
func.func @fill(%A: tensor<?x?xf64, #FarCOO> {weft.name = "A"})
    -> (tensor<?x?xf64, #Far> {weft.name = "C"}) {
  %C = tin.compute (%i "i", %j "j") : tensor<?x?xf64, #Far> {
    %a = tin.access %A[%i, %j] : tensor<?x?xf64, #FarCOO>
    tin.yield %a : f64
  }
  return %C : tensor<?x?xf64, #Far>
}

// CHECK-LABEL: Kernel: {{.*}} y(i) +=
// CHECK-NEXT: Tensors
// CHECK-NEXT: {{^}}    y: dense over mode 1{{$}}
// CHECK-NEXT: {{^}}    A: dense over blocks of 2 of mode 1, compressed over blocks of 3 of mode 2, dense over the places in blocks of 2 of mode 1, dense over the places in blocks of 3 of mode 2{{$}}
func.func @blocks(%A: tensor<?x?xf64, #BCSR> {weft.name = "A"})
    -> (tensor<?xf64> {weft.name = "y"}) {
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %s = tin.reduce arith.addf (%j "j") {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64, #BCSR>
      tin.yield %a : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<?xf64>
}

// CHECK-LABEL: Kernel: {{.*}} y += A(i,j,slot)
// CHECK-NEXT: Tensors
// CHECK-NEXT: {{^}}    A: dense over slots, dense over mode 1, padded over mode 2{{$}}
// CHECK: Loop order
// CHECK-NEXT: {{^}}    i outside of slot: no reason is stated{{$}}
func.func @slots(%A: tensor<?x?xf64, #ELL> {weft.name = "A"})
    -> (tensor<f64> {weft.name = "y"}) {
  %y = tin.compute () : tensor<f64> {
    %s = tin.reduce arith.addf (%i "i", %j "j") {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64, #ELL>
      tin.yield %a : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<f64>
}

// A copy in the blocks of another operand, in the order of those.
// CHECK-LABEL: Kernel 1: ∀i ∀{{.*}} = A(i,{{.*}})
// CHECK: {{^}}    T{{[0-9]+}} is computed for kernel 2: A, which stores i, [[J:.*]], is stored by i/2, i%2, [[J]]/3, [[J]]%3, the order of the loops there{{$}}
func.func @copied(%A: tensor<?x?xf64, #CSR> {weft.name = "A"},
                  %B: tensor<?x?xf64, #BCSR> {weft.name = "B"})
    -> (tensor<?x?xf64> {weft.name = "C"}) {
  %C = tin.compute (%i "i", %j "j") : tensor<?x?xf64> {
    %a = tin.access %A[%i, %j] : tensor<?x?xf64, #CSR>
    %b = tin.access %B[%i, %j] : tensor<?x?xf64, #BCSR>
    %s = arith.addf %a, %b : f64
    tin.yield %s : f64
  }
  return %C : tensor<?x?xf64>
}
