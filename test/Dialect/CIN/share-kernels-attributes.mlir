// RUN: weft-opt %s --cin-share-kernels | FileCheck %s

// What is said of a long kernel is said of those that it is split into.

// CHECK-LABEL: func.func private @shared(
// CHECK: cin.kernel {{.*}} assembly(two_phase)
// CHECK: } {note = 1 : i64} : (tensor
func.func @long(%x: tensor<?xf64>, %n: index) -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) {
  %e = tensor.empty(%n) : tensor<?xf64>
  %r:9 = cin.kernel ins(%x) outs(%e, %e, %e, %e, %e, %e, %e, %e, %e) extents(%n) assembly(two_phase) {
  ^bb0(%a: !cin.ref<tensor<?xf64>>, %b0: !cin.ref<tensor<?xf64>>, %b1: !cin.ref<tensor<?xf64>>, %b2: !cin.ref<tensor<?xf64>>, %b3: !cin.ref<tensor<?xf64>>, %b4: !cin.ref<tensor<?xf64>>, %b5: !cin.ref<tensor<?xf64>>, %b6: !cin.ref<tensor<?xf64>>, %b7: !cin.ref<tensor<?xf64>>, %b8: !cin.ref<tensor<?xf64>>, %m: index):
    cin.multi {
      cin.forall "i0" to %m {
      ^bb0(%i: !cin.index):
        %0 = cin.access %a[%i] : !cin.ref<tensor<?xf64>>
        cin.assign %b0[%i] = %0 : !cin.ref<tensor<?xf64>>
      }
    } and {
      cin.multi {
        cin.forall "i1" to %m {
        ^bb0(%i: !cin.index):
          %0 = cin.access %a[%i] : !cin.ref<tensor<?xf64>>
          cin.assign %b1[%i] = %0 : !cin.ref<tensor<?xf64>>
        }
      } and {
        cin.multi {
          cin.forall "i2" to %m {
          ^bb0(%i: !cin.index):
            %0 = cin.access %a[%i] : !cin.ref<tensor<?xf64>>
            cin.assign %b2[%i] = %0 : !cin.ref<tensor<?xf64>>
          }
        } and {
          cin.multi {
            cin.forall "i3" to %m {
            ^bb0(%i: !cin.index):
              %0 = cin.access %a[%i] : !cin.ref<tensor<?xf64>>
              cin.assign %b3[%i] = %0 : !cin.ref<tensor<?xf64>>
            }
          } and {
            cin.multi {
              cin.forall "i4" to %m {
              ^bb0(%i: !cin.index):
                %0 = cin.access %a[%i] : !cin.ref<tensor<?xf64>>
                cin.assign %b4[%i] = %0 : !cin.ref<tensor<?xf64>>
              }
            } and {
              cin.multi {
                cin.forall "i5" to %m {
                ^bb0(%i: !cin.index):
                  %0 = cin.access %a[%i] : !cin.ref<tensor<?xf64>>
                  cin.assign %b5[%i] = %0 : !cin.ref<tensor<?xf64>>
                }
              } and {
                cin.multi {
                  cin.forall "i6" to %m {
                  ^bb0(%i: !cin.index):
                    %0 = cin.access %a[%i] : !cin.ref<tensor<?xf64>>
                    cin.assign %b6[%i] = %0 : !cin.ref<tensor<?xf64>>
                  }
                } and {
                  cin.multi {
                    cin.forall "i7" to %m {
                    ^bb0(%i: !cin.index):
                      %0 = cin.access %a[%i] : !cin.ref<tensor<?xf64>>
                      cin.assign %b7[%i] = %0 : !cin.ref<tensor<?xf64>>
                    }
                  } and {
                    cin.forall "i8" to %m {
                    ^bb0(%i: !cin.index):
                      %0 = cin.access %a[%i] : !cin.ref<tensor<?xf64>>
                      cin.assign %b8[%i] = %0 : !cin.ref<tensor<?xf64>>
                    }
                  }
                }
              }
            }
          }
        }
      }
    }
  } {cin.not_chosen = [#cin.refusal<no_inner_loop, "parallelize(i0,CPUVector,NoRaces,optional)">], note = 1 : i64} : (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>)
  return %r#0, %r#1, %r#2, %r#3, %r#4, %r#5, %r#6, %r#7, %r#8 : tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>
}
