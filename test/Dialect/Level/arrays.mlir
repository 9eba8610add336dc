// RUN: weft-opt %s | weft-opt | FileCheck %s

#CSR = #level.format<(i, j) -> (i : dense, j : compressed), pos = 64>

// CHECK-LABEL: func.func @arrays
func.func @arrays(%A: tensor<?x?xf64, #CSR>) -> (memref<?xi64>, memref<?xi32>, memref<?xf64>) {
  // CHECK: level.get_array %{{.*}} level 1 array 0 : tensor<?x?xf64, #{{.*}}> to memref<?xi64>
  %pos = level.get_array %A level 1 array 0 : tensor<?x?xf64, #CSR> to memref<?xi64>
  // CHECK: level.get_array %{{.*}} level 1 array 1 : tensor<?x?xf64, #{{.*}}> to memref<?xi32>
  %crd = level.get_array %A level 1 array 1 : tensor<?x?xf64, #CSR> to memref<?xi32>
  // CHECK: level.get_values %{{.*}} : tensor<?x?xf64, #{{.*}}> to memref<?xf64>
  %values = level.get_values %A : tensor<?x?xf64, #CSR> to memref<?xf64>
  return %pos, %crd, %values : memref<?xi64>, memref<?xi32>, memref<?xf64>
}

// CHECK-LABEL: func.func @tensor
func.func @tensor(%m: index, %n: index, %pos: memref<?xi64>, %crd: memref<?xi32>,
                  %values: memref<?xf64>) -> tensor<?x?xf64, #CSR> {
  // CHECK: level.from_arrays sizes(%{{.*}}, %{{.*}}) arrays(%{{.*}}, %{{.*}}, %{{.*}}) : (memref<?xi64>, memref<?xi32>, memref<?xf64>) to tensor<?x?xf64, #{{.*}}>
  %A = level.from_arrays sizes(%m, %n) arrays(%pos, %crd, %values)
      : (memref<?xi64>, memref<?xi32>, memref<?xf64>) to tensor<?x?xf64, #CSR>
  return %A : tensor<?x?xf64, #CSR>
}
