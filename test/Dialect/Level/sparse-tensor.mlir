// Encodings of the sparse_tensor dialect mean formats: the code is the same.

// RUN: split-file %s %t
// RUN: weft-opt %t/upstream.mlir --convert-tin-to-cin | FileCheck %s
// RUN: weft-opt %t/upstream.mlir --weft-lower-to-llvm > %t/upstream.out
// RUN: weft-opt %t/level.mlir --weft-lower-to-llvm > %t/level.out
// RUN: diff %t/upstream.out %t/level.out
// RUN: FileCheck %s --check-prefix=LLVM < %t/upstream.out

// Tensors keep their encodings; columns are iterated before rows, and blocks are
// variables.
// CHECK: #[[$CSC:.*]] = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed){{.*}} }>
// CHECK-LABEL: func.func @columns
// CHECK: cin.forall "j"
// CHECK: cin.forall "i"
// CHECK: cin.access %{{.*}}[%{{.*}}, %{{.*}}]{{.*}} : <tensor<?x?xf64, #[[$CSC]]>>
// CHECK-LABEL: func.func @blocks
// CHECK: cin.split

// LLVM-NOT: sparse_tensor
// LLVM: llvm.func @rows
// LLVM: llvm.func @union

//--- upstream.mlir

#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
#CSC = #sparse_tensor.encoding<{map = (i, j) -> (j : dense, i : compressed), posWidth = 32, crdWidth = 16}>
#COO = #sparse_tensor.encoding<{map = (i, j) -> (i : compressed(nonunique), j : singleton(soa))}>
#List = #sparse_tensor.encoding<{map = (i, j) -> (i : compressed(nonunique), j : singleton(nonunique, nonordered))}>
#BSR = #sparse_tensor.encoding<{map = (i, j) -> (i floordiv 2 : dense, j floordiv 3 : compressed, i mod 2 : dense, j mod 3 : dense)}>
#Half = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j floordiv 4 : dense, j mod 4 : structured[2, 4])}>
#Loose = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : loose_compressed(nonordered)), implicitVal = 0.0 : f64}>
#DCSR = #sparse_tensor.encoding<{map = (i, j) -> (i : compressed, j : compressed)}>

func.func @rows(%A: tensor<?x?xf64, #CSR> {weft.name = "A"}, %x: tensor<?xf64> {weft.name = "x"})
    -> (tensor<?xf64> {weft.name = "y"}) attributes {weft.kernel} {
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

func.func @columns(%A: tensor<?x?xf64, #CSC> {weft.name = "A"}, %x: tensor<?xf64> {weft.name = "x"})
    -> (tensor<?xf64> {weft.name = "y"}) attributes {weft.kernel} {
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %s = tin.reduce arith.addf (%j "j") {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64, #CSC>
      %b = tin.access %x[%j] : tensor<?xf64>
      %p = arith.mulf %a, %b : f64
      tin.yield %p : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<?xf64>
}

func.func @coordinates(%A: tensor<?x?xf64, #COO> {weft.name = "A"}, %x: tensor<?xf64> {weft.name = "x"})
    -> (tensor<?xf64> {weft.name = "y"}) attributes {weft.kernel} {
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %s = tin.reduce arith.addf (%j "j") {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64, #COO>
      %b = tin.access %x[%j] : tensor<?xf64>
      %p = arith.mulf %a, %b : f64
      tin.yield %p : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<?xf64>
}

func.func @list(%A: tensor<?x?xf64, #List> {weft.name = "A"}, %x: tensor<?xf64> {weft.name = "x"})
    -> (tensor<?xf64> {weft.name = "y"}) attributes {weft.kernel} {
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %s = tin.reduce arith.addf (%j "j") {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64, #List>
      %b = tin.access %x[%j] : tensor<?xf64>
      %p = arith.mulf %a, %b : f64
      tin.yield %p : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<?xf64>
}

func.func @blocks(%A: tensor<?x?xf64, #BSR> {weft.name = "A"}, %x: tensor<?xf64> {weft.name = "x"})
    -> (tensor<?xf64> {weft.name = "y"}) attributes {weft.kernel} {
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %s = tin.reduce arith.addf (%j "j") {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64, #BSR>
      %b = tin.access %x[%j] : tensor<?xf64>
      %p = arith.mulf %a, %b : f64
      tin.yield %p : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<?xf64>
}

func.func @half(%A: tensor<?x?xf64, #Half> {weft.name = "A"}, %x: tensor<?xf64> {weft.name = "x"})
    -> (tensor<?xf64> {weft.name = "y"}) attributes {weft.kernel} {
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %s = tin.reduce arith.addf (%j "j") {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64, #Half>
      %b = tin.access %x[%j] : tensor<?xf64>
      %p = arith.mulf %a, %b : f64
      tin.yield %p : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<?xf64>
}

func.func @loose(%A: tensor<?x?xf64, #Loose> {weft.name = "A"}, %x: tensor<?xf64> {weft.name = "x"})
    -> (tensor<?xf64> {weft.name = "y"}) attributes {weft.kernel} {
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %s = tin.reduce arith.addf (%j "j") {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64, #Loose>
      %b = tin.access %x[%j] : tensor<?xf64>
      %p = arith.mulf %a, %b : f64
      tin.yield %p : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<?xf64>
}

func.func @union(%A: tensor<?x?xf64, #CSR> {weft.name = "A"}, %B: tensor<?x?xf64, #DCSR> {weft.name = "B"})
    -> (tensor<?x?xf64, #DCSR> {weft.name = "C"}) attributes {weft.kernel} {
  %C = tin.compute (%i "i", %j "j") : tensor<?x?xf64, #DCSR> {
    %a = tin.access %A[%i, %j] : tensor<?x?xf64, #CSR>
    %b = tin.access %B[%i, %j] : tensor<?x?xf64, #DCSR>
    %s = arith.addf %a, %b : f64
    tin.yield %s : f64
  }
  return %C : tensor<?x?xf64, #DCSR>
}

//--- level.mlir

#CSR = #level.format<(i, j) -> (i : dense, j : compressed), pos = 64, crd = 64>
#CSC = #level.format<(i, j) -> (j : dense, i : compressed), pos = 32, crd = 32>
#COO = #level.format<(i, j) -> (i : compressed(nonunique), j : singleton), pos = 64, crd = 64>
#List = #level.format<(i, j) -> (i : compressed(nonunique), j : singleton(nonunique, nonordered)), pos = 64, crd = 64>
#BSR = #level.format<(i, j) -> (i floordiv 2 : dense, j floordiv 3 : compressed, i mod 2 : dense, j mod 3 : dense), pos = 64, crd = 64>
#Half = #level.format<(i, j) -> (i : dense, j floordiv 4 : dense, j mod 4 : structured(2)), pos = 64, crd = 64>
#Loose = #level.format<(i, j) -> (i : dense, j : loose_compressed(nonordered)), pos = 64, crd = 64>
#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed), pos = 64, crd = 64>

func.func @rows(%A: tensor<?x?xf64, #CSR> {weft.name = "A"}, %x: tensor<?xf64> {weft.name = "x"})
    -> (tensor<?xf64> {weft.name = "y"}) attributes {weft.kernel} {
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

func.func @columns(%A: tensor<?x?xf64, #CSC> {weft.name = "A"}, %x: tensor<?xf64> {weft.name = "x"})
    -> (tensor<?xf64> {weft.name = "y"}) attributes {weft.kernel} {
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %s = tin.reduce arith.addf (%j "j") {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64, #CSC>
      %b = tin.access %x[%j] : tensor<?xf64>
      %p = arith.mulf %a, %b : f64
      tin.yield %p : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<?xf64>
}

func.func @coordinates(%A: tensor<?x?xf64, #COO> {weft.name = "A"}, %x: tensor<?xf64> {weft.name = "x"})
    -> (tensor<?xf64> {weft.name = "y"}) attributes {weft.kernel} {
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %s = tin.reduce arith.addf (%j "j") {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64, #COO>
      %b = tin.access %x[%j] : tensor<?xf64>
      %p = arith.mulf %a, %b : f64
      tin.yield %p : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<?xf64>
}

func.func @list(%A: tensor<?x?xf64, #List> {weft.name = "A"}, %x: tensor<?xf64> {weft.name = "x"})
    -> (tensor<?xf64> {weft.name = "y"}) attributes {weft.kernel} {
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %s = tin.reduce arith.addf (%j "j") {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64, #List>
      %b = tin.access %x[%j] : tensor<?xf64>
      %p = arith.mulf %a, %b : f64
      tin.yield %p : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<?xf64>
}

func.func @blocks(%A: tensor<?x?xf64, #BSR> {weft.name = "A"}, %x: tensor<?xf64> {weft.name = "x"})
    -> (tensor<?xf64> {weft.name = "y"}) attributes {weft.kernel} {
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %s = tin.reduce arith.addf (%j "j") {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64, #BSR>
      %b = tin.access %x[%j] : tensor<?xf64>
      %p = arith.mulf %a, %b : f64
      tin.yield %p : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<?xf64>
}

func.func @half(%A: tensor<?x?xf64, #Half> {weft.name = "A"}, %x: tensor<?xf64> {weft.name = "x"})
    -> (tensor<?xf64> {weft.name = "y"}) attributes {weft.kernel} {
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %s = tin.reduce arith.addf (%j "j") {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64, #Half>
      %b = tin.access %x[%j] : tensor<?xf64>
      %p = arith.mulf %a, %b : f64
      tin.yield %p : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<?xf64>
}

func.func @loose(%A: tensor<?x?xf64, #Loose> {weft.name = "A"}, %x: tensor<?xf64> {weft.name = "x"})
    -> (tensor<?xf64> {weft.name = "y"}) attributes {weft.kernel} {
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %s = tin.reduce arith.addf (%j "j") {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64, #Loose>
      %b = tin.access %x[%j] : tensor<?xf64>
      %p = arith.mulf %a, %b : f64
      tin.yield %p : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<?xf64>
}

func.func @union(%A: tensor<?x?xf64, #CSR> {weft.name = "A"}, %B: tensor<?x?xf64, #DCSR> {weft.name = "B"})
    -> (tensor<?x?xf64, #DCSR> {weft.name = "C"}) attributes {weft.kernel} {
  %C = tin.compute (%i "i", %j "j") : tensor<?x?xf64, #DCSR> {
    %a = tin.access %A[%i, %j] : tensor<?x?xf64, #CSR>
    %b = tin.access %B[%i, %j] : tensor<?x?xf64, #DCSR>
    %s = arith.addf %a, %b : f64
    tin.yield %s : f64
  }
  return %C : tensor<?x?xf64, #DCSR>
}
