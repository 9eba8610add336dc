// A script that gives products of a matrix and a vector a schedule.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %products = transform.structured.match ops{["linalg.matvec"]} in %module : (!transform.any_op) -> !transform.any_op
    %schedule = transform.param.constant "split(d0,i0,i1,64)" -> !transform.any_param
    transform.annotate %products "weft.schedule" = %schedule : !transform.any_op, !transform.any_param
    transform.yield
  }
}
