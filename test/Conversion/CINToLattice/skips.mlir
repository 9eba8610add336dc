// RUN: weft-opt %s -convert-cin-to-lattice | FileCheck %s
// RUN: weft-opt %s -convert-cin-to-lattice=gallop=-1 | FileCheck %s --check-prefix=STEPS
// RUN: weft-opt %s -convert-cin-to-lattice=gallop=3 | FileCheck %s --check-prefix=THREE

#Sparse = #level.format<(i) -> (i : compressed)>

// What is intersected may search, if its lengths differ; a tag of the forall says
// whether it does.

// CHECK-LABEL: func.func @product
// CHECK: lattice.coiterate "i" {{.*}} gallop(16) over
// CHECK: lattice.coiterate "j" {{.*}} gallop(0) over
// CHECK: lattice.coiterate "k" in %{{.*}} to %{{.*}} over
// STEPS-LABEL: func.func @product
// STEPS: lattice.coiterate "i" in %{{.*}} to %{{.*}} over
// STEPS: lattice.coiterate "j" {{.*}} gallop(0) over
// STEPS: lattice.coiterate "k" in %{{.*}} to %{{.*}} over
// THREE-LABEL: func.func @product
// THREE: lattice.coiterate "i" {{.*}} gallop(3) over
func.func @product(%b: tensor<?xf64, #Sparse>, %c: tensor<?xf64, #Sparse>, %a: tensor<f64>, %n: index) -> tensor<f64> {
  %r = cin.kernel ins(%b, %c) outs(%a) extents(%n) {
  ^bb0(%br: !cin.ref<tensor<?xf64, #Sparse>>, %cr: !cin.ref<tensor<?xf64, #Sparse>>, %ar: !cin.ref<tensor<f64>>, %m: index):
    cin.sequence {
      cin.forall "i" to %m {
      ^bb0(%i: !cin.index):
        %0 = cin.access %br[%i] : !cin.ref<tensor<?xf64, #Sparse>>
        %1 = cin.access %cr[%i] : !cin.ref<tensor<?xf64, #Sparse>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %ar[] arith.addf %2 : !cin.ref<tensor<f64>>
      }
    } then {
      cin.sequence {
      cin.forall "j" to %m merge(gallop) {
      ^bb0(%i: !cin.index):
        %0 = cin.access %br[%i] : !cin.ref<tensor<?xf64, #Sparse>>
        %1 = cin.access %cr[%i] : !cin.ref<tensor<?xf64, #Sparse>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %ar[] arith.addf %2 : !cin.ref<tensor<f64>>
      }
    } then {
      cin.forall "k" to %m merge(two_finger) {
      ^bb0(%i: !cin.index):
        %0 = cin.access %br[%i] : !cin.ref<tensor<?xf64, #Sparse>>
        %1 = cin.access %cr[%i] : !cin.ref<tensor<?xf64, #Sparse>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %ar[] arith.addf %2 : !cin.ref<tensor<f64>>
      }
    }
    }
  } : (tensor<?xf64, #Sparse>, tensor<?xf64, #Sparse>, tensor<f64>) -> tensor<f64>
  return %r : tensor<f64>
}

// What is intersected may be searched at each coordinate of one of them; what is
// united is not.

// CHECK-LABEL: func.func @located
// CHECK: lattice.coiterate "i" in %{{.*}} to %{{.*}} over (T01 = %{{.*}} level 0 under {{.*}} T11 = %{{.*}} level 0 searched under
// CHECK: point [T01 | T11]
// CHECK: lattice.coiterate "j"
// CHECK-NOT: searched
// CHECK: return
func.func @located(%b: tensor<?xf64, #Sparse>, %c: tensor<?xf64, #Sparse>, %a: tensor<f64>, %n: index) -> tensor<f64> {
  %r = cin.kernel ins(%b, %c) outs(%a) extents(%n) {
  ^bb0(%br: !cin.ref<tensor<?xf64, #Sparse>>, %cr: !cin.ref<tensor<?xf64, #Sparse>>, %ar: !cin.ref<tensor<f64>>, %m: index):
    cin.sequence {
      cin.forall "i" to %m merge(locate) {
      ^bb0(%i: !cin.index):
        %0 = cin.access %br[%i] : !cin.ref<tensor<?xf64, #Sparse>>
        %1 = cin.access %cr[%i] : !cin.ref<tensor<?xf64, #Sparse>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %ar[] arith.addf %2 : !cin.ref<tensor<f64>>
      }
    } then {
      cin.forall "j" to %m merge(locate) {
      ^bb0(%i: !cin.index):
        %0 = cin.access %br[%i] : !cin.ref<tensor<?xf64, #Sparse>>
        %1 = cin.access %cr[%i] : !cin.ref<tensor<?xf64, #Sparse>>
        %2 = arith.addf %0, %1 : f64
        cin.assign %ar[] arith.addf %2 : !cin.ref<tensor<f64>>
      }
    }
  } : (tensor<?xf64, #Sparse>, tensor<?xf64, #Sparse>, tensor<f64>) -> tensor<f64>
  return %r : tensor<f64>
}

// A loop that carries nothing but a reduction with an annihilator ends there, and
// so do those around it. Nothing but numbers annihilates: a sum goes on, and so
// does a maximum of real numbers, behind which a NaN may come.

// CHECK-LABEL: func.func @any
// CHECK: lattice.coiterate "i" {{.*}} carry (%{{.*}} : i1) until [true]
// CHECK: lattice.coiterate "j" {{.*}} carry (%{{.*}} : i1) until [true]
func.func @any(%b: tensor<?x?xi1>, %a: tensor<i1>, %n: index) -> tensor<i1> {
  %r = cin.kernel ins(%b) outs(%a) extents(%n) {
  ^bb0(%br: !cin.ref<tensor<?x?xi1>>, %ar: !cin.ref<tensor<i1>>, %m: index):
    cin.forall "i" to %m {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %m {
      ^bb1(%j: !cin.index):
        %0 = cin.access %br[%i, %j] : !cin.ref<tensor<?x?xi1>>
        cin.assign %ar[] arith.ori %0 : !cin.ref<tensor<i1>>
      }
    }
  } : (tensor<?x?xi1>, tensor<i1>) -> tensor<i1>
  return %r : tensor<i1>
}

// CHECK-LABEL: func.func @product_of_integers
// CHECK: lattice.coiterate "i" {{.*}} carry (%{{.*}} : i32) until [0 : i32]
func.func @product_of_integers(%b: tensor<?xi32>, %a: tensor<i32>, %n: index) -> tensor<i32> {
  %r = cin.kernel ins(%b) outs(%a) extents(%n) {
  ^bb0(%br: !cin.ref<tensor<?xi32>>, %ar: !cin.ref<tensor<i32>>, %m: index):
    cin.forall "i" to %m {
    ^bb0(%i: !cin.index):
      %0 = cin.access %br[%i] : !cin.ref<tensor<?xi32>>
      cin.assign %ar[] arith.muli %0 : !cin.ref<tensor<i32>>
    }
  } : (tensor<?xi32>, tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}

// One that counts what is absent as well: that does not change an annihilator.
// CHECK-LABEL: func.func @product_with_zeros
// CHECK: lattice.coiterate "i" {{.*}} over (T01 = {{.*}} carry (%{{.*}} : i32, %{{.*}} : index) until [0 : i32, unit]
func.func @product_with_zeros(%b: tensor<?xi32, #Sparse>, %a: tensor<i32>, %n: index) -> tensor<i32> {
  %r = cin.kernel ins(%b) outs(%a) extents(%n) {
  ^bb0(%br: !cin.ref<tensor<?xi32, #Sparse>>, %ar: !cin.ref<tensor<i32>>, %m: index):
    cin.forall "i" to %m {
    ^bb0(%i: !cin.index):
      %0 = cin.access %br[%i] : !cin.ref<tensor<?xi32, #Sparse>>
      cin.assign %ar[] arith.muli %0 : !cin.ref<tensor<i32>>
    }
  } : (tensor<?xi32, #Sparse>, tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}

// A maximum hardly ever comes to the largest integer.
// CHECK-LABEL: func.func @maximum_with_zeros
// CHECK: lattice.coiterate "i" {{.*}} over (T01 = {{.*}} carry (%{{.*}} : i32, %{{.*}} : index) {
func.func @maximum_with_zeros(%b: tensor<?xi32, #Sparse>, %a: tensor<i32>, %n: index) -> tensor<i32> {
  %r = cin.kernel ins(%b) outs(%a) extents(%n) {
  ^bb0(%br: !cin.ref<tensor<?xi32, #Sparse>>, %ar: !cin.ref<tensor<i32>>, %m: index):
    cin.forall "i" to %m {
    ^bb0(%i: !cin.index):
      %0 = cin.access %br[%i] : !cin.ref<tensor<?xi32, #Sparse>>
      cin.assign %ar[] arith.maxsi %0 : !cin.ref<tensor<i32>>
    }
  } : (tensor<?xi32, #Sparse>, tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}

// CHECK-LABEL: func.func @goes_on
// CHECK-NOT: until
// CHECK: return
func.func @goes_on(%b: tensor<?xf64>, %s: tensor<f64>, %t: tensor<f64>, %n: index) -> (tensor<f64>, tensor<f64>) {
  %r:2 = cin.kernel ins(%b) outs(%s, %t) extents(%n) {
  ^bb0(%br: !cin.ref<tensor<?xf64>>, %sr: !cin.ref<tensor<f64>>, %tr: !cin.ref<tensor<f64>>, %m: index):
    cin.sequence {
      cin.forall "i" to %m {
      ^bb0(%i: !cin.index):
        %0 = cin.access %br[%i] : !cin.ref<tensor<?xf64>>
        cin.assign %sr[] arith.maximumf %0 : !cin.ref<tensor<f64>>
      }
    } then {
      cin.forall "j" to %m {
      ^bb0(%i: !cin.index):
        %0 = cin.access %br[%i] : !cin.ref<tensor<?xf64>>
        cin.assign %tr[] arith.mulf %0 : !cin.ref<tensor<f64>>
      }
    }
  } : (tensor<?xf64>, tensor<f64>, tensor<f64>) -> (tensor<f64>, tensor<f64>)
  return %r#0, %r#1 : tensor<f64>, tensor<f64>
}
