// RUN: weft-opt %s --convert-tin-to-cin --convert-cin-to-lattice --canonicalize --print-explanation | FileCheck %s

// What loops cost, and which lattices are exact.

#Sparse = #level.format<(i) -> (i : compressed)>
#Bitmap = #level.format<(i) -> (i : bitmap)>
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #level.format<(i, j) -> (j : dense, i : compressed)>
#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>

// Rows may be empty, so that there may be more of them than entries.
// CHECK: {{^}}Lattices{{$}}
// CHECK-NEXT: {{^}}    i{{$}}
// CHECK-NEXT: {{^}}      {U | A1}{{$}}
// CHECK-NEXT: {{^}}        j{{$}}
// CHECK-NEXT: {{^}}          {A2 | x1}{{$}}
// CHECK-NEXT: {{^}}  all are exact: each point has a loop and a region{{$}}
// CHECK-NEXT: {{^}}Cost{{$}}
// CHECK-NEXT: {{^}}  initialize: |i|{{$}}
// CHECK-NEXT: {{^}}  i: |i|{{$}}
// CHECK-NEXT: {{^}}    j: nnz(A){{$}}
// CHECK-NEXT: {{^}}  total: O(|i| + nnz(A)){{$}}
func.func @product(%A: tensor<?x?xf64, #CSR> {weft.name = "A"},
                   %x: tensor<?xf64> {weft.name = "x"})
    -> (tensor<?xf64> {weft.name = "y"}) {
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %s = tin.reduce arith.addf (%j "j") {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64, #CSR>
      %b = tin.access %x[%j] : tensor<?xf64>
      %p = arith.mulf %a, %b : f64
      tin.yield %p : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<?xf64>
}

// The rows of a DCSR matrix that are stored; a merge makes the steps of both.
// CHECK: {{^}}Cost{{$}}
// CHECK-NEXT: {{^}}  i: nnz(A1){{$}}
// CHECK-NEXT: {{^}}    j: nnz(A) + (sum over i with A1(i) stored of nnz(B(i,:))); by search, at most min(nnz(A), sum over i with A1(i) stored of nnz(B(i,:))) * log(nnz(A) + (sum over i with A1(i) stored of nnz(B(i,:)))){{$}}
// CHECK-NEXT: {{^}}  total: O(nnz(A1) + nnz(A) + (sum over i with A1(i) stored of nnz(B(i,:)))){{$}}
func.func @merge(%A: tensor<?x?xf64, #DCSR> {weft.name = "A"},
                 %B: tensor<?x?xf64, #CSR> {weft.name = "B"})
    -> (tensor<f64> {weft.name = "s"}) {
  %r = tin.compute () : tensor<f64> {
    %s = tin.reduce arith.addf (%i "i", %j "j") {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64, #DCSR>
      %b = tin.access %B[%i, %j] : tensor<?x?xf64, #CSR>
      %p = arith.mulf %a, %b : f64
      tin.yield %p : f64
    } : f64
    tin.yield %s : f64
  }
  return %r : tensor<f64>
}

// A union visits what either has; a region for both has no term of its own.
// CHECK: {{^}}Cost{{$}}
// CHECK-NEXT: {{^}}  i: nnz(b) + nnz(c){{$}}
// CHECK-NEXT: {{^}}  total: O(nnz(b) + nnz(c)){{$}}
func.func @union(%b: tensor<?xf64, #Sparse> {weft.name = "b"},
                 %c: tensor<?xf64, #Sparse> {weft.name = "c"})
    -> (tensor<?xf64, #Sparse> {weft.name = "a"}) {
  %a = tin.compute (%i "i") : tensor<?xf64, #Sparse> {
    %0 = tin.access %b[%i] : tensor<?xf64, #Sparse>
    %1 = tin.access %c[%i] : tensor<?xf64, #Sparse>
    %2 = arith.addf %0, %1 : f64
    tin.yield %2 : f64
  }
  return %a : tensor<?xf64, #Sparse>
}

// A bitmap passes over what it does not have.
// CHECK: {{^}}Cost{{$}}
// CHECK-NEXT: {{^}}  i: |i|{{$}}
// CHECK-NEXT: {{^}}  total: O(|i|){{$}}
func.func @bitmap(%b: tensor<?xf64, #Bitmap> {weft.name = "b"})
    -> (tensor<?xf64, #Sparse> {weft.name = "a"}) {
  %a = tin.compute (%i "i") : tensor<?xf64, #Sparse> {
    %0 = tin.access %b[%i] : tensor<?xf64, #Bitmap>
    tin.yield %0 : f64
  }
  return %a : tensor<?xf64, #Sparse>
}

// A list takes what is stored and the logarithm to be sorted. Copies of
// variables have no sizes of their own.
// CHECK: {{^}}Cost{{$}}
// CHECK-NEXT: {{^}}  j: |j|{{$}}
// CHECK-NEXT: {{^}}    i: nnz(B){{$}}
// CHECK-NEXT: {{^}}  sort w: nnz(w) * log(nnz(w)){{$}}
// CHECK-NEXT: {{^}}  i1: nnz(w1){{$}}
// CHECK-NEXT: {{^}}    j1: nnz(w){{$}}
// CHECK-NEXT: {{^}}  total: O(|j| + nnz(B) + nnz(w) * log(nnz(w)) + nnz(w1)){{$}}
// CHECK-NEXT: {{^}}  nnz(w) is at most nnz(B){{$}}
func.func @sort(%B: tensor<?x?xf64, #CSC> {weft.name = "B"})
    -> (tensor<?x?xf64, #DCSR> {weft.name = "A"}) {
  %A = tin.compute (%i "i", %j "j") : tensor<?x?xf64, #DCSR> {
    %0 = tin.access %B[%i, %j] : tensor<?x?xf64, #CSC>
    tin.yield %0 : f64
  }
  return %A : tensor<?x?xf64, #DCSR>
}

// CHECK: {{^}}  i: guarded, one loop tests which lattice point applies; loops for each would be 19 copies, and the limit is 10{{$}}
// CHECK-NEXT: {{^}}  i: the loop carries the coordinate of each segment and advances the segments at the minimum{{$}}
// CHECK-NEXT: {{^}}Cost{{$}}
// CHECK-NEXT: {{^}}  i: nnz(b) + nnz(c) + nnz(d){{$}}
func.func @guarded(%b: tensor<?xf64, #Sparse> {weft.name = "b"},
                   %c: tensor<?xf64, #Sparse> {weft.name = "c"},
                   %d: tensor<?xf64, #Sparse> {weft.name = "d"})
    -> (tensor<?xf64, #Sparse> {weft.name = "a"}) {
  %a = tin.compute (%i "i") : tensor<?xf64, #Sparse> {
    %0 = tin.access %b[%i] : tensor<?xf64, #Sparse>
    %1 = tin.access %c[%i] : tensor<?xf64, #Sparse>
    %2 = arith.addf %0, %1 : f64
    %3 = tin.access %d[%i] : tensor<?xf64, #Sparse>
    %4 = arith.addf %2, %3 : f64
    tin.yield %4 : f64
  }
  return %a : tensor<?xf64, #Sparse>
}
