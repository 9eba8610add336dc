// RUN: weft-opt %s --convert-tin-to-cin --cin-fuse-kernels --cin-promote-reductions --convert-cin-to-lattice --remarks-filter='(cin|convert)-.*' 2>&1 -o /dev/null | FileCheck %s
// RUN: weft-opt %s --convert-tin-to-cin --cin-fuse-kernels --cin-promote-reductions --convert-cin-to-lattice --remarks-filter=cin-.* 2>&1 -o /dev/null | FileCheck %s --check-prefix=SOME --implicit-check-not=Lattice

// Passes tell what they decided, at the place in the text that it is about.

// CHECK-DAG: remarks.mlir:[[#@LINE+17]]:10: remark: [Missed] copy_operands | Category:convert-tin-to-cin | Reason="its levels do not suit the order of the loops"
// CHECK-DAG: remarks.mlir:[[#@LINE+14]]:8: remark: [Analysis] guarded_lattice | Category:convert-cin-to-lattice | Loop=j, Points=2
// CHECK-DAG: remarks.mlir:[[#@LINE+23]]:8: remark: [Passed] fuse_kernels | Category:cin-fuse-kernels | Remark="assigns 2 results in one kernel"
// CHECK-DAG: remarks.mlir:[[#@LINE+36]]:8: remark: [Passed] promote_reductions | Category:cin-promote-reductions | Remark="combines into the scalar t"
// CHECK-DAG: remarks.mlir:[[#@LINE+49]]:8: remark: [Analysis] guarded_lattice | Category:convert-cin-to-lattice | ExactCopies=19, Limit=10, Loop=i, Points=3

// SOME: remark: [Passed] fuse_kernels
// SOME: remark: [Passed] promote_reductions

#Sparse = #level.format<(i) -> (i : compressed)>
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #level.format<(i, j) -> (j : dense, i : compressed)>

// An operand by columns, where the others are by rows.
func.func @copied(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #CSC>) -> tensor<?x?xf64, #CSR> {
  %C = tin.compute (%i "i", %j "j") : tensor<?x?xf64, #CSR> {
    %a = tin.access %A[%i, %j] : tensor<?x?xf64, #CSR>
    %b = tin.access %B[%i, %j] : tensor<?x?xf64, #CSC>
    %s = arith.addf %a, %b : f64
    tin.yield %s : f64
  }
  return %C : tensor<?x?xf64, #CSR>
}

func.func @fused(%x: tensor<?xf64, #Sparse>) -> (tensor<?xf64>, tensor<?xf64>) {
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %a = tin.access %x[%i] : tensor<?xf64, #Sparse>
    %b = arith.negf %a : f64
    tin.yield %b : f64
  }
  %z = tin.compute (%i "i") : tensor<?xf64> {
    %a = tin.access %x[%i] : tensor<?xf64, #Sparse>
    %b = arith.mulf %a, %a : f64
    tin.yield %b : f64
  }
  return %y, %z : tensor<?xf64>, tensor<?xf64>
}

func.func @promoted(%A: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>) -> tensor<?xf64> {
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

func.func @guarded(%A: tensor<?xf64, #Sparse>, %B: tensor<?xf64, #Sparse>,
                   %C: tensor<?xf64, #Sparse>) -> tensor<?xf64> {
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %a = tin.access %A[%i] : tensor<?xf64, #Sparse>
    %b = tin.access %B[%i] : tensor<?xf64, #Sparse>
    %c = tin.access %C[%i] : tensor<?xf64, #Sparse>
    %ab = arith.addf %a, %b : f64
    %abc = arith.addf %ab, %c : f64
    tin.yield %abc : f64
  }
  return %y : tensor<?xf64>
}
