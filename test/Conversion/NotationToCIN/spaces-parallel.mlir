// A position tells the coordinates that are stored there, and these tell the
// position: tiles of positions share no component that all coordinates index.
// RUN: weft-opt %s '-weft-apply-schedule=schedule=fuse(i,j,f),pos(f,p,A),split(p,p0,p1,8),parallelize(p0,CPUThread,NoRaces)' | FileCheck %s
// RUN: weft-opt %s '-weft-apply-schedule=schedule=pos(i,p,A),split(p,p0,p1,8),parallelize(p0,CPUThread,NoRaces)' | FileCheck %s
// RUN: weft-opt %s '-weft-apply-schedule=schedule=fuse(i,j,f),split(f,p0,p1,8),parallelize(p0,CPUThread,NoRaces)' | FileCheck %s
// CHECK: cin.forall "p0" {{.*}}parallel(cpu_thread, no_races) {

// They may share a row.
// RUN: not weft-opt %s '-weft-apply-schedule=schedule=fuse(k,l,f),pos(f,p,A),split(p,p0,p1,8),parallelize(p0,CPUThread,NoRaces)' 2>&1 | FileCheck %s --check-prefix=ROW
// ROW: error: cannot parallelize 'p0' with no_races: different iterations of 'p0' may assign the same component of z

// Its results are partial then, one for each part.
// RUN: weft-opt %s '-weft-apply-schedule=schedule=fuse(k,l,f),pos(f,p,A),divide(p,p0,p1,8),parallelize(p0,CPUThread,Temporary)' | FileCheck %s --check-prefix=PARTS
// PARTS: cin.where "partial" (%[[M:.*]]) : tensor<8x?xf64> reason<partial_results> storage<absence_unobserved> producer {
// PARTS: cin.forall "p0" to %{{.*}} parallel(cpu_thread, no_races) {
// PARTS: cin.assign %{{.*}}[%p0, %k] arith.addf
// PARTS: } consumer {
// PARTS: cin.forall "c" to %[[M]] {

// A coordinate that is stored twice has two positions.
// RUN: not weft-opt %s '-weft-apply-schedule=schedule=pos(n,p,B),split(p,p0,p1,8),parallelize(p0,CPUThread,NoRaces)' 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: error: cannot parallelize 'p0' with no_races: different iterations of 'p0' may assign the same component of v

#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>
#Twice = #level.format<(i) -> (i : compressed(nonunique))>
func.func @kernel(%a: tensor<?x?xf64, #DCSR> {weft.name = "A"}, %b: tensor<?xf64, #Twice> {weft.name = "B"}, %y: tensor<?x?xf64>, %z: tensor<?xf64>, %v: tensor<?xf64>, %m: index, %n: index) -> (tensor<?x?xf64> {weft.name = "y"}, tensor<?xf64> {weft.name = "z"}, tensor<?xf64> {weft.name = "v"}) {
  %r:3 = cin.kernel ins(%a, %b) outs(%y, %z, %v) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #DCSR>>, %br: !cin.ref<tensor<?xf64, #Twice>>, %yr: !cin.ref<tensor<?x?xf64>>, %zr: !cin.ref<tensor<?xf64>>, %vr: !cin.ref<tensor<?xf64>>, %em: index, %en: index):
    cin.multi {
      cin.forall "i" to %em {
      ^bb0(%i: !cin.index):
        cin.forall "j" to %en {
        ^bb0(%j: !cin.index):
          %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #DCSR>>
          cin.assign %yr[%i, %j] = %0 : !cin.ref<tensor<?x?xf64>>
        }
      }
    } and {
      cin.multi {
        cin.forall "k" to %em {
        ^bb0(%k: !cin.index):
          cin.forall "l" to %en {
          ^bb0(%l: !cin.index):
            %0 = cin.access %ar[%k, %l] : !cin.ref<tensor<?x?xf64, #DCSR>>
            cin.assign %zr[%k] arith.addf %0 : !cin.ref<tensor<?xf64>>
          }
        }
      } and {
        cin.forall "n" to %em {
        ^bb0(%n0: !cin.index):
          %0 = cin.access %br[%n0] : !cin.ref<tensor<?xf64, #Twice>>
          cin.assign %vr[%n0] = %0 : !cin.ref<tensor<?xf64>>
        }
      }
    }
  } : (tensor<?x?xf64, #DCSR>, tensor<?xf64, #Twice>, tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>) -> (tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>)
  return %r#0, %r#1, %r#2 : tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>
}
